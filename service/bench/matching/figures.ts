import type { Outcome } from './simulate.ts';

export interface Figures {
  /** Installs by a link that asked by their fingerprint, and installs without a link. */
  linked: number;
  organic: number;
  matched: number;
  /** The share of matches that name the link that was clicked last. */
  precision: number;
  /** The share of installs by a link that got their link. */
  recall: number;
  /** The best recall that is possible without the clicks of other networks. */
  ceiling: number;
  /** The share of installs without a link that got one. */
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

/** The bands are narrower where matches are given. */
const BAND_EDGES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

export interface Band {
  from: number;
  to: number;
  cases: number;
  /** The mean confidence, and the share that was right. */
  said: number;
  right: number;
}

/** Of the installs with a confidence between `from` and `to`, how many were right? */
export function calibrate(outcomes: readonly Outcome[]): Band[] {
  return BAND_EDGES.slice(1).flatMap((to, index) => {
    const from = BAND_EDGES[index] ?? 0;
    const isLast = to === 1;
    // Without a click on the network there is no confidence.
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

/** How far the share that was right lies outside of its band. */
export function miscalibration({ from, to, right }: Band): number {
  return Math.max(from - right, right - to, 0);
}
