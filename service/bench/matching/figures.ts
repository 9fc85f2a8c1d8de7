import type { Outcome } from './simulate.ts';

export interface Figures {
  /** Installs by a link that asked by their fingerprint, and installs without a link. */
  linked: number;
  organic: number;
  matched: number;
  /** Of the matches, the part that names the link that was clicked last. */
  precision: number;
  /** Of the installs by a link, the part that got it. */
  recall: number;
  /** The recall that knowing everything but other networks' clicks would have. */
  ceiling: number;
  /** Of the installs without a link, the part that got one. */
  organicMatched: number;
}

function part(some: readonly unknown[], all: readonly unknown[]): number {
  return all.length === 0 ? 0 : some.length / all.length;
}

export function measure(outcomes: readonly Outcome[], minConfidence: number): Figures {
  const linked = outcomes.filter(({ isOrganic }) => !isOrganic);
  const organic = outcomes.filter(({ isOrganic }) => isOrganic);
  const isMatched = ({ confidence }: Outcome) => confidence >= minConfidence;
  const matched = outcomes.filter(isMatched);
  const right = matched.filter(({ isRight }) => isRight);
  return {
    linked: linked.length,
    organic: organic.length,
    matched: matched.length,
    precision: part(right, matched),
    recall: part(right, linked),
    ceiling: part(
      linked.filter(({ isOnSameNetwork }) => isOnSameNetwork),
      linked
    ),
    organicMatched: part(organic.filter(isMatched), organic),
  };
}

/** Narrower where matches are given. */
const BAND_EDGES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

export interface Band {
  from: number;
  to: number;
  cases: number;
  /** The mean of what was said, and the part that was right. */
  said: number;
  right: number;
}

/** Of the installs for which something between `from` and `to` was said, how many were right? */
export function calibrate(outcomes: readonly Outcome[]): Band[] {
  return BAND_EDGES.slice(1).flatMap((to, index) => {
    const from = BAND_EDGES[index] ?? 0;
    const isLast = to === 1;
    // Without a click on the network nothing was said.
    const cases = outcomes.filter(
      ({ confidence }) => confidence > 0 && confidence >= from && (confidence < to || isLast)
    );
    if (cases.length === 0) return [];
    const said = cases.reduce((sum, { confidence }) => sum + confidence, 0) / cases.length;
    return [
      {
        from,
        to,
        cases: cases.length,
        said,
        right: part(
          cases.filter(({ isRight }) => isRight),
          cases
        ),
      },
    ];
  });
}

/** How far the part that was right lies outside of its band. */
export function miscalibration({ from, to, right }: Band): number {
  return Math.max(from - right, right - to, 0);
}
