import type { Consent, Diagnostic } from 'react-native-deferred-link';

import { formatConfidence } from '../../../service/dashboard/src/ui/numbers.ts';
import type { Episode } from '../state/LabState';
import { originOf } from '../state/originOf';
import { formatMs } from './formatMs';
import { readAnswer } from './readAnswer';

type Step = Diagnostic['step'];

type EntryOf<Name extends Step> = Episode['entries'][number] & { diagnostic: Extract<Diagnostic, { step: Name }> };

const lastEntry = <Name extends Step>({ entries }: Episode, step: Name) =>
  entries.findLast((entry): entry is EntryOf<Name> => entry.diagnostic.step === step);

const lastOf = <Name extends Step>(episode: Episode, step: Name) => lastEntry(episode, step)?.diagnostic;

/** A link as people write it. */
const short = (link: string | undefined) => (link ?? 'A link').replace(/^https?:\/\//, '');

const afterConsent: Record<Consent, string> = {
  granted: 'Consent granted: from here on the app may be matched and measured.',
  pending: 'Consent pending: nothing is read, sent or stored until it is granted. Links still open the app.',
  denied: 'Consent denied: nothing is read or sent, and what was stored is removed. Links still open the app.',
};

function howResolved(episode: Episode, time: string): string {
  const resolve = lastOf(episode, 'resolve');
  if (!resolve) return `. It was handed over after ${time}, with no request`;
  return resolve.outcome === 'found'
    ? `; the service said after ${time} that it leads to ${short(readAnswer(episode, 'resolve-short')?.link)}`
    : `. The service couldn’t say where it leads, so it was handed over as it is, after ${time}`;
}

function whyNoMatch(reason: string | undefined): string {
  switch (reason) {
    case 'ambiguous_match':
      return 'No link: taps on several links could have led to this phone, and the service doesn’t guess (ambiguous_match).';
    case 'low_confidence':
      return 'No link: somebody on this network tapped one, but it is too uncertain whether it was this phone (low_confidence).';
    default:
      return 'No link: the service has no tap that fits this phone.';
  }
}

/** For an episode in which the app was told nothing new. */
function withoutLink(episode: Episode): string {
  const made = lastOf(episode, 'createLink');
  if (made) {
    return made.outcome === 'created'
      ? `The app created ${short(readAnswer(episode, 'create')?.url)}, to be shared.`
      : `No link could be created: ${made.reason ?? made.outcome}.`;
  }
  const match = lastOf(episode, 'match');
  if (match?.outcome === 'found')
    return 'The service found a link, but you opened another one in the meantime, and that one wins.';
  if (match?.outcome === 'none') return whyNoMatch(match.reason);
  if (match) return 'The app asked again and got no answer. It asks again when it comes back.';
  const events = lastOf(episode, 'events');
  if (events) {
    return events.outcome === 'accepted'
      ? 'The service has the app’s events.'
      : 'Events wait on the phone until the service can be reached.';
  }
  if (episode.cause.kind === 'consent') return afterConsent[episode.cause.consent];
  return episode.requests.length > 0 ? 'Waiting for an answer…' : 'Looking for a link…';
}

function evidence(episode: Episode): string {
  const { by, confidence } = readAnswer(episode, 'match-link')?.match ?? {};
  switch (by) {
    case 'clickId':
      return 'by the install referrer: an exact match';
    case 'clipboard':
      return 'by the link that you copied: exactly that link, though no proof of who copied it';
    default:
      return `by the phone’s fingerprint: a likely match${confidence === undefined ? '' : `, ${formatConfidence(confidence)}`}`;
  }
}

function whyNothing(episode: Episode, time: string, retriesMatch: boolean): string {
  const firstRun = lastOf(episode, 'firstRun');
  if (!firstRun) return 'The app carried on without a search: nothing is read or asked before consent.';
  if (firstRun.outcome === 'used') {
    return firstRun.reason === undefined
      ? `This was not the first run, so nothing was asked. The app carried on after ${time}.`
      : `Nothing was asked: ${firstRun.reason}.`;
  }
  const match = lastOf(episode, 'match');
  if (match?.outcome === 'none') return whyNoMatch(match.reason);
  const next = retriesMatch && match?.outcome === 'unavailable' ? ', and asks again when it comes back' : '';
  return `No link: the service gave no answer. The app carried on after ${time}${next}.`;
}

/** The whole episode in one sentence. */
export function verdict(episode: Episode, retriesMatch: boolean): string {
  const published = lastEntry(episode, 'publish');
  if (!published) return withoutLink(episode);

  const { cause } = episode;
  const tapped = 'url' in cause && cause.url !== null ? cause.url : undefined;
  const time = formatMs(published.endedAt - originOf(episode));
  switch (published.diagnostic.outcome) {
    case 'deferred':
      return `${short(readAnswer(episode, 'match-link')?.link)} was found after ${time}, ${evidence(episode)}.`;
    case 'verified':
      return `${short(tapped)} opened the app${howResolved(episode, time)}.`;
    case 'scheme':
      return `${short(tapped)} has the app’s own scheme, and was handed over at once.`;
    case 'none':
      return whyNothing(episode, time, retriesMatch);
  }
}
