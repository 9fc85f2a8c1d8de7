import { createGate } from '../flow/createGate.ts';
import { compareSignals } from '../matching/compareClick.ts';
import { writeComparison } from '../matching/comparisonText.ts';
import { exposure } from '../matching/learnMatchModel.ts';
import { readLook } from '../matching/look.ts';
import { describePhone, type Phone } from '../matching/Phone.ts';
import { weighClicks, type Judgement, type NetworkClick } from '../matching/weighClicks.ts';
import { findClicksOfNetworks, MAX_CLICKS_OF_NETWORK, type NetworkQuestion } from '../storage/facts/clicks.ts';
import { createGroupCommit } from '../flow/createGroupCommit.ts';
import type { Queries } from '../storage/base/Database.ts';
import {
  addInstall,
  claimClicks,
  findInstalls,
  type Claim,
  type FoundInstall,
  type InstallQuestion,
} from '../storage/facts/installs.ts';
import type { GroupNames } from '../storage/facts/names.ts';
import { EMPTY_LINK, findLinkOfApp } from '../storage/company/links.ts';
import { addMatchAttempts, type MatchNotes, type NewMatchAttempt } from '../storage/facts/matchAttempts.ts';
import type { MatchedBy } from '../storage/schema/tables.ts';
import { networkOf, wideNetworkOf } from '../values/address.ts';
import { campaignOfUrl, pickCampaign } from '../values/campaign.ts';
import { isLive } from '../values/isLive.ts';
import { codeOfPath, readShortUrl } from '../values/shortUrl.ts';
import type { MatchModels } from './createMatchModels.ts';
import type { MatchFailure, MatchOutcome, MatchQuestion } from './MatchQuestion.ts';
import { DAY_MS } from '../values/durations.ts';

/** As long as the Play store keeps a referrer. */
export const CLICK_ID_WINDOW_MS = 90 * DAY_MS;

export interface MatcherOptions {
  queries: Queries;
  groupNames: GroupNames;
  modelOf: MatchModels['modelOf'];
  /** How old a click may be to match by fingerprint. */
  windowMs: number;
  minConfidence: number;
  /** Called with failures that don't cost the request its answer. */
  onError: (error: unknown) => void;
}

type Attempt =
  /** `isStored`: whether the claim already stored the attempt. */
  { outcome: MatchOutcome; isStored: true } | { outcome: MatchOutcome; isStored: false; notes: MatchNotes };

/** How often another request may claim the click first: only a flood needs more. */
const MAX_ROUNDS = 3;

/** Each may have MAX_CLICKS_OF_NETWORK clicks, and all of them are in memory at the same time. */
const MAX_NETWORKS_AT_ONCE = 50;

const ownerOf = ({ appId }: { appId: string }) => appId;

const NOTHING: MatchOutcome = { kind: 'none', reason: 'no_match' };

const matched = (found: FoundInstall): MatchOutcome => ({ ...found, kind: 'matched' });

function failureOf({ best, unrivalled }: Judgement, minConfidence: number): MatchFailure {
  if (!best) return 'no_match';
  return unrivalled >= minConfidence ? 'ambiguous_match' : 'low_confidence';
}

/** What is known about an attempt before anything is looked up. */
function firstNotes({ address, request }: MatchQuestion): MatchNotes {
  const network = address === null ? null : networkOf(address);
  const wideNetwork = network === null ? null : wideNetworkOf(network);
  return { network, wideNetwork, platform: describePhone(request)?.platform ?? null };
}

export type FindMatch = (question: MatchQuestion) => Promise<MatchOutcome>;

/**
 * Finds the link that led to an install. The surest sign decides: click id, then the link on the clipboard, then the
 * fingerprint. An install that has an answer gets it again.
 */
export function createMatcher({
  queries,
  groupNames,
  modelOf,
  windowMs,
  minConfidence,
  onError,
}: MatcherOptions): FindMatch {
  const claimClick = createGroupCommit((claims: Claim[]) => claimClicks(queries, claims), { ownerOf });
  const keepAttempt = createGroupCommit((attempts: NewMatchAttempt[]) => addMatchAttempts(queries, attempts), {
    ownerOf,
    groupsAtOnce: 1,
  });
  const findClicks = createGroupCommit((questions: NetworkQuestion[]) => findClicksOfNetworks(queries, questions), {
    ownerOf,
    mostAtOnce: MAX_NETWORKS_AT_ONCE,
    groupsAtOnce: 1,
  });
  const findAnswer = createGroupCommit((questions: InstallQuestion[]) => findInstalls(queries, questions), {
    ownerOf,
    groupsAtOnce: 1,
  });
  /** Adding an install may wait for another write of the same one, so each app gets one place. */
  const gate = createGate(2, 1);

  function claim(question: MatchQuestion, clickId: string, by: MatchedBy, confidence: number, notes: MatchNotes) {
    const { appId, installId, now } = question;
    const oldest = now - (by === 'fingerprint' ? windowMs : CLICK_ID_WINDOW_MS);
    return claimClick({
      appId,
      clickId,
      installId,
      by,
      confidence,
      notBefore: new Date(oldest),
      now: new Date(now),
      notes: { ...firstNotes(question), ...notes },
    });
  }

  /** The answer that this install got before, or that another request of it just got. */
  async function givenAnswer({ appId, installId }: MatchQuestion): Promise<MatchOutcome | null> {
    const install = installId === null ? null : await findAnswer({ appId, id: installId });
    return install && matched(install);
  }

  async function weigh(question: MatchQuestion, phone: Phone, certainClickId: string | null) {
    const { appId, address, now } = question;
    if (address === null) return null;
    const since = new Date(now - windowMs);
    const [model, found] = await Promise.all([
      modelOf(appId, now),
      findClicks({ appId, network: networkOf(address), since }),
    ]);
    const clicks = found.map((click): NetworkClick => {
      const claimedAt = click.id === certainClickId ? null : click.claimedAt;
      return { ...click, claimedAt, look: click.look === null ? null : readLook(click.look) };
    });
    // If only the newest clicks were read, they cover a shorter time.
    const oldest = clicks.reduce((earliest, { at }) => Math.min(earliest, at), now);
    const exposureMs =
      clicks.length < MAX_CLICKS_OF_NETWORK ? exposure(model.since, now, windowMs) : Math.max(1, now - oldest);
    return { clicks, judgement: weighClicks({ phone, now, clicks, exposureMs }, model) };
  }

  async function byClickId(question: MatchQuestion, clickId: string): Promise<Attempt> {
    const outcome = await claim(question, clickId, 'clickId', 1, {});
    if (outcome.kind !== 'claimed') return { outcome: NOTHING, isStored: false, notes: {} };
    return { outcome: matched({ ...outcome, matchedBy: 'clickId', confidence: 1 }), isStored: true };
  }

  /** What the fingerprint would have said about a certain click: kept to learn from, and to check the calibration. */
  async function checkGuess(question: MatchQuestion, clickId: string): Promise<MatchNotes> {
    const phone = describePhone(question.request);
    const weighed = phone && (await weigh(question, phone, clickId));
    const click = weighed?.clicks.find(({ id }) => id === clickId);
    if (!phone || !weighed || !click) return {};
    const { best } = weighed.judgement;
    return {
      comparison: writeComparison(compareSignals(phone, click)),
      guessConfidence: best?.confidence ?? 0,
      guessIsRight: best?.click.code === click.code,
    };
  }

  async function byClipboard(question: MatchQuestion, pastedLink: string): Promise<Attempt | null> {
    const { appId, installId, now } = question;
    const copied = readShortUrl(pastedLink, question.hosts);
    if (!copied) return null;
    if (copied.clickId) {
      // A failure here must not cost the answer.
      const guess = await checkGuess(question, copied.clickId).catch((error: unknown) => {
        onError(error);
        return {};
      });
      const outcome = await claim(question, copied.clickId, 'clipboard', 1, guess);
      if (outcome.kind === 'answered') return { outcome: NOTHING, isStored: false, notes: {} };
      // If the click is taken, the clipboard is left over from an earlier install, and proves nothing.
      if (outcome.kind === 'refused') return null;
      return { outcome: matched({ ...outcome, matchedBy: 'clipboard', confidence: 1 }), isStored: true };
    }
    // The link was copied by hand from a message, so there is no click to claim.
    const { path, query } = copied;
    const code = codeOfPath(path);
    const created = code === null ? null : await gate(() => findLinkOfApp(queries, appId, code));
    const link = created ?? (question.isPathLink(path) ? { ...EMPTY_LINK, code: path, destination: path } : null);
    if (!link || !isLive(link, now)) return null;
    const route = created ? null : path;
    const answer = { code: link.code, route, query, matchedBy: 'clipboard', confidence: 1 } as const;
    if (installId !== null) {
      // An install that has an answer gets it again, and uses up no quota.
      const given = await givenAnswer(question);
      if (given) return { outcome: given, isStored: true };
      if (!question.takePaste()) return null;
      const campaign = created ? pickCampaign(created) : campaignOfUrl(`?${query ?? ''}`);
      const network = question.address && networkOf(question.address);
      const install = {
        ...answer,
        ...campaign,
        appId,
        id: installId,
        clickId: null,
        matchedAt: new Date(now),
        network,
      };
      const isNew = await gate(() => addInstall(queries, groupNames, install), appId);
      if (!isNew) return { outcome: NOTHING, isStored: false, notes: {} };
    }
    return { outcome: matched({ ...answer, link }), isStored: false, notes: {} };
  }

  async function byFingerprint(question: MatchQuestion): Promise<Attempt> {
    const phone = describePhone(question.request);
    if (!phone) return { outcome: NOTHING, isStored: false, notes: {} };
    for (let round = 1; ; round += 1) {
      const weighed = await weigh(question, phone, null);
      if (!weighed) return { outcome: NOTHING, isStored: false, notes: {} };
      const { best, linked } = weighed.judgement;
      const notes: MatchNotes = { confidence: best?.confidence ?? 0, linked };
      if (!best || best.confidence < minConfidence) {
        const reason = failureOf(weighed.judgement, minConfidence);
        return { outcome: { kind: 'none', reason }, isStored: false, notes };
      }
      const { confidence, click } = best;
      const outcome = await claim(question, click.id, 'fingerprint', confidence, notes);
      if (outcome.kind === 'answered') return { outcome: NOTHING, isStored: false, notes };
      if (outcome.kind === 'claimed') {
        return { outcome: matched({ ...outcome, matchedBy: 'fingerprint', confidence }), isStored: true };
      }
      // Another request was faster, or the link was disabled.
      if (round === MAX_ROUNDS) return { outcome: NOTHING, isStored: false, notes };
    }
  }

  async function search(question: MatchQuestion): Promise<Attempt> {
    const { clickId, pastedLink } = question.request;
    const certain = clickId
      ? await byClickId(question, clickId)
      : pastedLink
        ? await byClipboard(question, pastedLink)
        : null;
    return certain ?? byFingerprint(question);
  }

  async function keep(question: MatchQuestion, outcome: MatchOutcome, notes: MatchNotes): Promise<void> {
    const isMatched = outcome.kind === 'matched';
    await keepAttempt({
      appId: question.appId,
      attemptedAt: new Date(question.now),
      installId: question.installId,
      outcome: isMatched ? 'matched' : outcome.reason,
      matchedBy: isMatched ? outcome.matchedBy : null,
      ...firstNotes(question),
      ...notes,
    });
  }

  return async function findMatch(question: MatchQuestion): Promise<MatchOutcome> {
    const attempt = await search(question);
    const { outcome } = attempt;
    // An install that has an answer can't claim a second click, so we look for it only if nothing was found.
    const given = outcome.kind === 'none' ? await givenAnswer(question) : null;
    if (given) return given;
    // A failure here must not cost the answer.
    if (!attempt.isStored) await keep(question, outcome, attempt.notes).catch(onError);
    return outcome;
  };
}
