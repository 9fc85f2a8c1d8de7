import type { Finding } from '../apps/requests.ts';

/** How many findings are bad, and how many unknown: what an app hasn't set up isn't checked. */
export function summarizeFindings(findings: readonly Pick<Finding, 'verdict'>[]): string {
  const count = (wanted: Finding['verdict']) => findings.filter(({ verdict }) => verdict === wanted).length;
  const [wrong, unknown] = [count('bad'), count('unknown')];
  const first = wrong === 0 ? 'Nothing is wrong' : wrong === 1 ? '1 thing is wrong' : `${wrong} things are wrong`;
  if (unknown === 0) return `${first}.`;
  const rest = unknown === 1 ? '1 thing is' : `${unknown} things are`;
  return `${first}, ${wrong === 0 ? 'but' : 'and'} ${rest} unset or could not be checked.`;
}
