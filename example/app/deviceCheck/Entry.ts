import type { Diagnostic, LinkType } from 'react-native-deferred-link';

import type { StepId } from './StepId';

/** Something that happened on the phone. */
export type Happening =
  /** The app's root was mounted: at a launch, and again when Android makes a new activity. */
  | { kind: 'mounted'; version: string }
  /** The id of the install, as this process knows it. */
  | { kind: 'install'; id: string | null }
  | ({ kind: 'diagnostic' } & Pick<Diagnostic, 'step' | 'outcome' | 'reason'>)
  /** A link of the check opened its screen. */
  | { kind: 'arrived'; stepId: string; type: LinkType }
  /** The person begins a step, or says that it is done. */
  | { kind: 'began'; stepId: StepId }
  | { kind: 'ended'; stepId: StepId }
  | { kind: 'measured'; stepId: StepId; isGood: boolean; found: string };

/** A line of the journal. Each launch of the app is a process of its own. */
export type Entry = Happening & { at: number; process: string };

type OfKind<Kind> = Extract<Entry, { kind: Kind }>;

/** The entries of one kind. */
export const ofKind = <Kind extends Entry['kind']>(entries: readonly Entry[], kind: Kind) =>
  entries.filter((entry): entry is OfKind<Kind> => entry.kind === kind);
