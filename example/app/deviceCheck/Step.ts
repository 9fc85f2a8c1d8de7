import type { Entry } from './Entry';
import type { Phone } from './Phone';
import type { StepId } from './StepId';

export interface Verdict {
  isGood: boolean;
  /** What was measured, in a few words. Never holds a key, an id or a clipboard's text. */
  found: string;
}

interface AnyStep {
  id: StepId;
  title: string;
  /** What the person does. */
  todo: string;
  /** What is measured. */
  measures: string;
  /** The only system that has this; both, if it is left out. */
  system?: 'ios' | 'android';
  /** Whether the answer is the phone's own. On a simulated phone it proves nothing, so that it never passes there. */
  needsPhone: boolean;
}

/** Measured by one press. */
export interface MeasuredStep extends AnyStep {
  kind: 'measured';
  measure: (phone: Phone) => Promise<Verdict>;
}

/** Done by the person, and judged by what the journal holds afterwards. */
export interface JudgedStep extends AnyStep {
  kind: 'judged';
  /** Whether it began before the app was there, so that there is nothing to press. */
  beginsBeforeInstall?: true;
  /** A link to tap; a short one is made first. */
  link?: () => Promise<string>;
  /** Something to press on the way. */
  action?: { label: string; run: () => void };
  /** What the entries since the step began say; null while they say nothing yet. */
  judge: (since: readonly Entry[], all: readonly Entry[]) => Verdict | null;
  /** Why it has failed, if nothing came before the person said “Done”. */
  missing: (since: readonly Entry[], all: readonly Entry[]) => string;
  /** How long “Done” waits for what is still on its way. */
  patienceMs?: number;
}

export type Step = MeasuredStep | JudgedStep;
