import { describePhone, type Phone } from '../matching/Phone.ts';
import type { FoundInstall } from '../storage/installs.ts';

/** Why an install gets no link. */
export type MatchFailure =
  /** No click came from this network, or the click id that was sent leads to none. */
  | 'no_match'
  /** A click led to the install, but two or more are equally likely. */
  | 'ambiguous_match'
  /** Clicks came from this network, and none is likely enough to be this install's. */
  | 'low_confidence';

export type MatchOutcome = ({ kind: 'matched' } & FoundInstall) | { kind: 'none'; reason: MatchFailure };

type Maybe<Value> = Value | null | undefined;

/** What an install tells of itself, unchecked; any part may be missing. */
export interface MatchSigns {
  /** From the install referrer. If it is given, nothing else is looked at. */
  clickId?: Maybe<string>;
  /** The link found on the clipboard. */
  pastedLink?: Maybe<string>;
  platform?: Maybe<string>;
  model?: Maybe<string>;
  systemVersion?: Maybe<string>;
  screenWidth?: Maybe<number>;
  screenHeight?: Maybe<number>;
  scale?: Maybe<number>;
  locale?: Maybe<{ languageTag: string }[]>;
  timezone?: Maybe<string>;
  userAgent?: Maybe<string>;
}

export interface MatchQuestion {
  appId: string;
  /** Identifies the install, so that it gets the same answer again. */
  installId: string | null;
  /** Where the app's short links live. */
  hosts: readonly string[];
  /** Whether a path on those hosts is a link although nobody created it. */
  isPathLink: (path: string) => boolean;
  address: string | null;
  request: MatchSigns;
  now: number;
}

/** The phone that the install runs on; null if it says too little of it. */
export function phoneOf(request: MatchSigns): Phone | null {
  return describePhone({
    platform: request.platform ?? null,
    model: request.model ?? null,
    systemVersion: request.systemVersion ?? null,
    screenWidth: request.screenWidth ?? null,
    screenHeight: request.screenHeight ?? null,
    scale: request.scale ?? null,
    languages: request.locale?.map(({ languageTag }) => languageTag) ?? [],
    timezone: request.timezone ?? null,
    userAgent: request.userAgent ?? null,
  });
}
