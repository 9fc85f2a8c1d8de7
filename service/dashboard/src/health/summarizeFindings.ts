import type { Finding } from '../apps/requests.ts';

/** How much is wrong, and how much is unknown: what an app has not set wasn't checked. */
export function summarizeFindings(findings: readonly Pick<Finding, 'verdict'>[]): string {
  const count = (wanted: Finding['verdict']) => findings.filter(({ verdict }) => verdict === wanted).length;
  const [wrong, unknown] = [count('bad'), count('unknown')];
  const first = wrong === 0 ? 'Nothing is wrong' : wrong === 1 ? 'One thing is wrong' : `${wrong} things are wrong`;
  if (unknown === 0) return `${first}.`;
  const rest = unknown === 1 ? 'one thing is' : `${unknown} things are`;
  return `${first}, ${wrong === 0 ? 'but' : 'and'} ${rest} unset or could not be checked.`;
}
