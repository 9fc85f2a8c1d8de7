import { formatCount, formatShare } from '../ui/numbers.ts';
import { OUTCOME_TEXTS } from './outcomes.ts';
import { OUTCOMES, type AttemptList } from './requests.ts';

/** How often each outcome occurred, what it means and what to do. */
export function OutcomeCounts({ counts }: Pick<AttemptList, 'counts'>) {
  const countOf = (wanted: string) => counts.find(({ outcome }) => outcome === wanted)?.count ?? 0;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className="outcomes">
      {OUTCOMES.map((outcome) => {
        const { name, tone, meaning, advice } = OUTCOME_TEXTS[outcome];
        const count = countOf(outcome);
        return (
          <li key={outcome} className="panel outcome" data-tone={tone}>
            <h2>{name}</h2>
            <p className="outcome-count">
              <strong>{formatCount(count)}</strong> {all > 0 && formatShare(count / all)}
            </p>
            <p>{meaning}</p>
            {outcome !== 'matched' && (
              <details>
                <summary>What to do</summary>
                <p>{advice}</p>
                <p>
                  The app’s <code>onDiagnostic</code> calls it <code>{outcome}</code>.
                </p>
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}
