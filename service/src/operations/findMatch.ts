import { chooseClick } from '../matching/chooseClick.ts';
import type { Fingerprint } from '../matching/Fingerprint.ts';
import { claimClick, findUnclaimedClicks, type Claim } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { findLinkOfApp } from '../storage/links.ts';
import { withQuery } from '../types/isDestination.ts';
import { isLive } from '../types/isLive.ts';
import { readShortUrl } from '../types/shortUrl.ts';

/** As long as the Play store keeps a referrer. */
export const CLICK_ID_WINDOW_MS = 90 * 24 * 60 * 60 * 1000;

export interface FoundLink {
  link: string;
  /** JSON as text. */
  data: string | null;
}

export type MatchOutcome = ({ kind: 'matched' } & FoundLink) | { kind: 'none' } | { kind: 'ambiguous' };

type Maybe<Value> = Value | null | undefined;

/** What an install tells of itself, as it came in; any part may be missing. */
export interface MatchSigns {
  /** From the install referrer. With it nothing else is looked at. */
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
  /** Where the app's short links live. */
  hosts: readonly string[];
  address: string | null;
  request: MatchSigns;
  now: number;
  /** How old a click may be that a fingerprint finds. */
  windowMs: number;
}

function toFingerprint({ request, address }: MatchQuestion): Fingerprint {
  return {
    address,
    platform: request.platform ?? null,
    model: request.model ?? null,
    systemVersion: request.systemVersion ?? null,
    screenWidth: request.screenWidth ?? null,
    screenHeight: request.screenHeight ?? null,
    scale: request.scale ?? null,
    languages: request.locale?.map(({ languageTag }) => languageTag) ?? [],
    timezone: request.timezone ?? null,
    userAgent: request.userAgent ?? null,
  };
}

function matched(found: FoundLink | null): MatchOutcome {
  return found === null ? { kind: 'none' } : { kind: 'matched', ...found };
}

async function claim(
  queries: Queries,
  { appId, now, windowMs }: MatchQuestion,
  clickId: string,
  by: Claim['by']
): Promise<FoundLink | null> {
  const oldest = now - (by === 'fingerprint' ? windowMs : CLICK_ID_WINDOW_MS);
  const claimed = await claimClick(queries, {
    appId,
    clickId,
    by,
    notBefore: new Date(oldest),
    now: new Date(now),
  });
  return claimed && { link: withQuery(claimed.destination, claimed.query), data: claimed.data };
}

async function findPastedLink(
  queries: Queries,
  question: MatchQuestion,
  pastedLink: string
): Promise<FoundLink | null> {
  const pasted = readShortUrl(pastedLink, question.hosts);
  if (!pasted) return null;
  // A click that is taken means a clipboard left over from an earlier install: it proves nothing.
  if (pasted.clickId) return claim(queries, question, pasted.clickId, 'pastedLink');
  // Copied by hand from a message, so there is no click to take.
  const link = await findLinkOfApp(queries, question.appId, pasted.code);
  if (!link || !isLive(link, question.now)) return null;
  return { link: withQuery(link.destination, pasted.query), data: link.data };
}

async function findByFingerprint(queries: Queries, question: MatchQuestion): Promise<MatchOutcome> {
  const fingerprint = toFingerprint(question);
  const notBefore = new Date(question.now - question.windowMs);
  for (;;) {
    const clicks = await findUnclaimedClicks(queries, question.appId, notBefore);
    const choice = chooseClick(fingerprint, clicks);
    if (choice.kind !== 'chosen') return choice;

    const link = await claim(queries, question, choice.click.id, 'fingerprint');
    if (link !== null) return matched(link);
    // Another request was faster. Each round that is lost leaves fewer clicks, so this ends.
  }
}

/** The surest sign decides: click id, then the link on the clipboard, then the fingerprint. */
export async function findMatch(queries: Queries, question: MatchQuestion): Promise<MatchOutcome> {
  const { clickId, pastedLink } = question.request;
  if (clickId) return matched(await claim(queries, question, clickId, 'clickId'));

  if (pastedLink) {
    const link = await findPastedLink(queries, question, pastedLink);
    if (link !== null) return matched(link);
  }
  return findByFingerprint(queries, question);
}
