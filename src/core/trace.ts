import type { Clock } from '../ports';
import type { Diagnostic, DiagnosticStep } from '../types';
import { within } from './within';

/** Starts a step; the returned function ends it with its outcome. */
export type Trace = (step: DiagnosticStep) => (outcome: string, reason?: string) => void;

export function createTrace(clock: Clock, listener: () => ((entry: Diagnostic) => void) | undefined): Trace {
  return (step) => {
    const since = clock.elapsed();
    return (outcome, reason) => {
      try {
        listener()?.({ step, outcome, durationMs: clock.elapsed() - since, ...(reason !== undefined && { reason }) });
      } catch {
        // The app's callback must not stop a link.
      }
    };
  };
}

/** Asks once, `ms` at the most, and tells what came of it; `read` makes sense of the answer, or none. */
export async function lookFor<T>(
  done: ReturnType<Trace>,
  clock: Clock,
  ms: number,
  ask: () => unknown,
  read: (answer: unknown) => T | null,
  noneReason?: string
): Promise<T | null> {
  const answer = await within(clock, ms, ask);
  const found = answer.ok ? read(answer.value) : null;
  if (!answer.ok) done('failed', answer.reason);
  else if (found) done('found');
  else done('none', noneReason);
  return found;
}
