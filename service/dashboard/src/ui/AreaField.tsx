import type { ReactNode } from 'react';
import { Field } from './Field.tsx';

interface AreaFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  problem?: string | null;
  placeholder?: string;
  rows?: number;
  autoFocus?: boolean;
}

/** Several lines of something that machines read. It is optional wherever there is one. */
export function AreaField({
  label,
  value,
  onChange,
  hint,
  problem = null,
  placeholder,
  rows = 3,
  autoFocus = false,
}: AreaFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} isOptional>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          autoFocus={autoFocus}
          spellCheck={false}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
