import { formatCount, formatShares } from '../ui/numbers.ts';
import { MATCHED_BY_TEXTS, OUTCOME_TEXTS } from './outcomes.ts';
import { OUTCOMES, type AttemptList } from './requests.ts';

/** How often each outcome occurred, what it means and what to do. */
export function OutcomeCounts({ counts, matches }: Pick<AttemptList, 'counts' | 'matches'>) {
  const ways = matches
    .filter(({ count }) => count > 0)
    .map(({ matchedBy, count }) => `${formatCount(count)} by ${MATCHED_BY_TEXTS[matchedBy]}`);
  const own = OUTCOMES.map((wanted) => counts.find(({ outcome }) => outcome === wanted)?.count ?? 0);
  const shares = formatShares(own);
  const all = own.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <ul className="outcomes">
        {OUTCOMES.map((outcome, place) => {
          const { name, tone, meaning, advice } = OUTCOME_TEXTS[outcome];
          return (
            <li key={outcome} className="panel outcome" data-tone={tone}>
              <h2>{name}</h2>
              <p className="outcome-count">
                <strong>{formatCount(own[place] ?? 0)}</strong>
                {all > 0 && ` ${shares[place]} of ${formatCount(all)} ${all === 1 ? 'attempt' : 'attempts'}`}
              </p>
              <p>{meaning}</p>
              {outcome === 'matched' && ways.length > 0 && (
                <p>{new Intl.ListFormat('en', { type: 'unit' }).format(ways)}.</p>
              )}
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
      <p className="hint">
        Reports count an install “without a sure match” if the answer was “{OUTCOME_TEXTS.ambiguous_match.name}” or “
        {OUTCOME_TEXTS.low_confidence.name}”: once, however often it asks.
      </p>
    </>
  );
}
