import type { ReactNode } from 'react';
import { Field } from './Field.tsx';

interface SelectFieldProps {
  label: string;
  /** The name of each value. */
  options: Readonly<Record<string, string>>;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  problem?: string | null;
}

export function SelectField({ label, options, value, onChange, hint, problem = null }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {Object.entries(options).map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
