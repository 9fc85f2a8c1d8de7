import type { Clock } from '../ports';
import type { Diagnostic, DiagnosticStep } from '../types';

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
