import { ofKind, type Entry } from './Entry';
import type { Phone } from './Phone';
import type { JudgedStep, Step, Verdict } from './Step';

export type Status = 'open' | 'passed' | 'failed' | 'needsPhone' | 'otherSystem';

export interface Result {
  status: Status;
  found: string;
  /** Whether the person has begun it and not ended it. */
  isRunning: boolean;
}

export type StepResult = Result & { step: Step };

/** Where the journal says last that the step began, or ended; -1 if it never did. */
const lastIndex = (entries: readonly Entry[], kind: 'began' | 'ended', { id }: Step) =>
  entries.findLastIndex((entry) => entry.kind === kind && entry.stepId === id);

function judge(step: JudgedStep, entries: readonly Entry[], began: number): Verdict | null {
  const since = began < 0 ? [] : entries.slice(began);
  const isEnded = lastIndex(entries, 'ended', step) > began;
  return step.judge(since, entries) ?? (isEnded ? { isGood: false, found: step.missing(since, entries) } : null);
}

/** How a step stands. On a simulated phone, what only a phone can answer may fail, but never passes. */
export function resultOf(step: Step, entries: readonly Entry[], phone: Pick<Phone, 'os' | 'isSimulated'>): Result {
  if (step.system && step.system !== phone.os) return { status: 'otherSystem', found: '', isRunning: false };
  const began = lastIndex(entries, 'began', step);
  const verdict =
    step.kind === 'judged'
      ? judge(step, entries, began)
      : (ofKind(entries, 'measured').findLast(({ stepId }) => stepId === step.id) ?? null);
  const isRunning = verdict === null && began >= 0;
  const found = verdict?.found ?? '';
  if (verdict && !verdict.isGood) return { status: 'failed', found, isRunning };
  if (phone.isSimulated && step.needsPhone) return { status: 'needsPhone', found, isRunning };
  return { status: verdict ? 'passed' : 'open', found, isRunning };
}
