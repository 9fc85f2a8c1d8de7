import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  LinkAnalytics,
  type Diagnostic,
  type DiagnosticOutcome,
  type DiagnosticStep,
} from 'react-native-deferred-link';

/** Every outcome of every step: the compiler refuses one too many and one too few. */
const OUTCOMES: { [Step in DiagnosticStep]: Record<DiagnosticOutcome<Step>, true> } = {
  firstRun: { first: true, unanswered: true, used: true },
  storage: { failed: true, restored: true, wiped: true },
  initialLink: { found: true, none: true, failed: true, reload: true },
  filter: { refused: true, failed: true },
  referrer: { found: true, none: true, failed: true },
  fingerprint: { gathered: true, off: true },
  clipboard: { found: true, none: true, failed: true },
  match: { found: true, none: true, unusable: true, refused: true, unavailable: true, postponed: true },
  resolve: { found: true, none: true, unusable: true, refused: true, unavailable: true },
  createLink: { created: true, refused: true, unavailable: true },
  publish: { deferred: true, verified: true, scheme: true, none: true },
  events: { accepted: true, tooLarge: true, refused: true, unavailable: true },
};

/** The outcomes by step, as the table in the guide has them. */
function documented(): Record<string, string[]> {
  const page = readFileSync(join(__dirname, '../docs/diagnostics.md'), 'utf8');
  const found: Record<string, string[]> = {};
  let step = '';
  for (const [, first = '', second = ''] of page.matchAll(/^\|([^|\n]*)\|([^|\n]*)\|/gm)) {
    step = /`(\w+)`/.exec(first)?.[1] ?? step;
    if (step) (found[step] ??= []).push(...[...second.matchAll(/`(\w+)`/g)].map(([, outcome = '']) => outcome));
  }
  return found;
}

test('the guide has every outcome of every step', () => {
  expect(documented()).toEqual(
    Object.fromEntries(Object.entries(OUTCOMES).map(([step, outcomes]) => [step, Object.keys(outcomes)]))
  );
});

test('an entry is narrowed by its step, so that outcomes can be handled exhaustively', () => {
  const describe = (entry: Diagnostic): string => {
    switch (entry.step) {
      case 'fingerprint':
        return entry.outcome satisfies 'gathered' | 'off';
      case 'publish':
        // @ts-expect-error No publication can fail.
        return entry.outcome === 'failed' ? 'never' : entry.outcome;
      default:
        return entry.step;
    }
  };
  expect(describe({ step: 'publish', outcome: 'deferred', durationMs: 0 })).toBe('deferred');
});

test('the interface of LinkAnalytics is a type of the package', () => {
  const analytics: LinkAnalytics = { ...LinkAnalytics };
  expect(Object.keys(analytics)).toContain('logEvent');
});
