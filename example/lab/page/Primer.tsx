import { steps } from './steps';

/** Shown in place of the timeline until there is one. */
export function Primer() {
  return (
    <ol className="primer">
      {Object.values(steps)
        .filter(({ number }) => number !== undefined)
        .map(({ number, name, explanation }) => (
          <li key={name}>
            <span className="step-number">{number}</span>
            <strong>{name}</strong> <span>{explanation}</span>
          </li>
        ))}
    </ol>
  );
}
