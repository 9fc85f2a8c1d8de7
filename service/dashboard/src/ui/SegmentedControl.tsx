import { useId } from 'react';

interface SegmentedControlProps<Value extends string> {
  /** What is chosen; for screen readers only. */
  legend: string;
  options: readonly { value: Value; name: string }[];
  value: Value;
  isDisabled?: boolean | undefined;
  /** The id of what explains it. */
  describedBy?: string | undefined;
  onChange: (value: Value) => void;
}

export function SegmentedControl<Value extends string>({
  legend,
  options,
  value,
  isDisabled = false,
  describedBy,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className="segmented" disabled={isDisabled} aria-describedby={describedBy}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
