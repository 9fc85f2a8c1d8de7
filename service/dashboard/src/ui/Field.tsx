import { useId, type ReactNode } from 'react';

/** What ties a control to its label, its hint and what is wrong with it. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  problem?: string | null;
  isOptional?: boolean;
  children: (props: ControlProps) => ReactNode;
}

export function Field({ label, hint, problem = null, isOptional = false, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}hint`;
  const problemId = `${id}problem`;
  const describedBy = [hint === undefined ? '' : hintId, problem === null ? '' : problemId].join(' ').trim();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">optional</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': problem !== null })}
      {problem !== null && (
        <p className="field-problem" id={problemId}>
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
