import { useId } from 'react';

import { SegmentedControl } from '../../../service/dashboard/src/ui/SegmentedControl.tsx';

interface Props<Value extends string> {
  label: string;
  hint: string;
  value: Value;
  options: { value: Value; name: string }[];
  isDisabled?: boolean;
  onChange: (value: Value) => void;
}

/** What can be chosen, with its name beside it and what it does below. */
export function Choice<Value extends string>({ label, hint, ...control }: Props<Value>) {
  const id = useId();
  return (
    <div className="choice" data-disabled={control.isDisabled}>
      {/* Its legend says the same. */}
      <span className="choice-label" aria-hidden="true">
        {label}
      </span>
      <SegmentedControl legend={label} describedBy={id} {...control} />
      <p id={id} className="hint">
        {hint}
      </p>
    </div>
  );
}
