import type { Clock } from '../ports';
import type { Diagnostic, DiagnosticOutcome, DiagnosticStep } from '../types';
import { attempt } from './attempt';

/** Starts a step; the returned function ends it with its outcome. */
export type Trace = <Step extends DiagnosticStep>(
  step: Step
) => (outcome: DiagnosticOutcome<Step>, reason?: string) => void;

export function createTrace(clock: Clock, listener: () => ((entry: Diagnostic) => void) | undefined): Trace {
  return (step) => {
    const since = clock.elapsed();
    return (outcome, reason) => {
      const durationMs = clock.elapsed() - since;
      // The app's callback must not stop a link.
      attempt(() => listener()?.({ step, outcome, durationMs, ...(reason !== undefined && { reason }) } as Diagnostic));
    };
  };
}
