import type { Fingerprint } from '../matching/Phone.ts';
import type { FoundInstall } from '../storage/facts/installs.ts';

/** Why an install gets no link. */
export type MatchFailure =
  /** No click came from this network, or the click id that was sent can't claim one. */
  | 'no_match'
  /** A click led to the install, but two or more are equally likely. */
  | 'ambiguous_match'
  /** Clicks came from this network, and none is likely enough to be this install's. */
  | 'low_confidence';

export type MatchOutcome = ({ kind: 'matched' } & FoundInstall) | { kind: 'none'; reason: MatchFailure };

/** What an install says about itself, unchecked; any part may be missing. */
export interface MatchSigns extends Fingerprint {
  /** From the install referrer. If given, nothing else is considered. */
  clickId: string | null;
  /** The link found on the clipboard. */
  pastedLink: string | null;
}

export interface MatchQuestion {
  appId: string;
  /** Identifies the install, so it gets the same answer again. */
  installId: string | null;
  hosts: readonly string[];
  /** Whether a path on those hosts is a link although nobody created it. */
  isPathLink: (path: string) => boolean;
  address: string | null;
  /** Counts one more match by a copied link without a click; false if the network's daily quota is used up. */
  takePaste: () => boolean;
  request: MatchSigns;
  now: number;
}
