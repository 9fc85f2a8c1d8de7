import { useId } from 'react';

interface Props<Value extends string> {
  label: string;
  hint: string;
  value: Value;
  options: { value: Value; label: string }[];
  isDisabled?: boolean;
  onChange: (value: Value) => void;
}

/** A row of real radio buttons, so that the arrow keys work as people expect. */
export function Choice<Value extends string>({
  label,
  hint,
  value,
  options,
  isDisabled = false,
  onChange,
}: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="choice" disabled={isDisabled} aria-describedby={`${name}hint`}>
      <legend>{label}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <p id={`${name}hint`} className="hint">
        {hint}
      </p>
    </fieldset>
  );
}
