import type { ReactNode, Ref } from 'react';
import { Field } from './Field.tsx';

interface AreaFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  problem?: string | null;
  placeholder?: string;
  rows?: number;
  /** @default true */
  isOptional?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of something that machines read. */
export function AreaField({
  label,
  value,
  onChange,
  hint,
  problem = null,
  placeholder,
  rows = 3,
  isOptional = true,
  autoFocus = false,
  ref,
}: AreaFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} isOptional={isOptional}>
      {(control) => (
        <textarea
          {...control}
          ref={ref}
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
