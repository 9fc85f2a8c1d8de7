import type { Episode, TimelineEntry } from '../state/LabState';

/** Explains the outcome of a step: with the library's reason, or with the lab's own. */
export function outcomeNote({ entries, requests }: Episode, { diagnostic }: TimelineEntry): string | undefined {
  const { step, reason } = diagnostic;
  if (reason === '1 events') return '1 event';
  if (step !== 'fingerprint') return reason;
  const asked = requests.findLast(({ path }) => path.endsWith('/match-link'));
  if (asked) return asked.body?.includes('"clickId"') ? 'Not sent: the click id was enough.' : reason;
  const isOver = entries.some((entry) => entry.diagnostic.step === 'publish');
  return isOver ? 'Not sent: the service was not asked.' : reason;
}
