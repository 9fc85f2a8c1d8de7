import type { InputHTMLAttributes, ReactNode } from 'react';
import { Field } from './Field.tsx';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  problem?: string | null;
  isOptional?: boolean;
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  problem = null,
  isOptional = false,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} isOptional={isOptional}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
