import type { ClickFacts } from './ClickFacts.ts';
import type { Fingerprint } from './Fingerprint.ts';
import { scoreClick } from './scoreClick.ts';

// Above what everything but the address can earn: all phones of one make, language and timezone
// share that much. With the address it takes about half of the rest.
export const MATCH_THRESHOLD = 65;

// Clicks closer than this differ by no more than one weak signal, and that is chance.
export const AMBIGUITY_MARGIN = 5;

type Candidate = ClickFacts & { id: string; code: string };

export type ClickChoice<Click> =
  { kind: 'chosen'; click: Click; score: number } | { kind: 'none' } | { kind: 'ambiguous' };

/**
 * Chooses the click that this phone made, or none. Clicks are given newest first.
 *
 * Two that score alike are ambiguous only if they lead to different links: a person who opened the
 * page twice made two clicks, and both are right.
 */
export function chooseClick<Click extends Candidate>(
  fingerprint: Fingerprint,
  clicks: readonly Click[]
): ClickChoice<Click> {
  const [best, ...rest] = clicks
    .map((click) => ({ click, score: scoreClick(fingerprint, click) }))
    .sort((one, other) => other.score - one.score);
  if (!best || best.score < MATCH_THRESHOLD) return { kind: 'none' };

  const isRivalled = rest.some(
    ({ click, score }) => best.score - score < AMBIGUITY_MARGIN && click.code !== best.click.code
  );
  return isRivalled ? { kind: 'ambiguous' } : { kind: 'chosen', ...best };
}
