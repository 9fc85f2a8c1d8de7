import type { Diagnostic } from 'react-native-deferred-link';

import type { Episode } from '../state/LabState';
import { originOf } from '../state/originOf';
import { formatMs } from './formatMs';

/** The whole episode in one sentence. */
export function verdict(episode: Episode): string {
  const { entries, requests } = episode;
  const step = (name: Diagnostic['step']) => entries.findLast(({ diagnostic }) => diagnostic.step === name);
  const outcomeOf = (name: Diagnostic['step']) => step(name)?.diagnostic.outcome;

  const published = step('publish');
  if (!published) {
    const events = step('events');
    if (!events) return requests.length > 0 ? 'Waiting for an answer…' : 'Looking for a link…';
    return events.diagnostic.outcome === 'accepted'
      ? 'The service has the app’s events.'
      : 'Events wait on the phone until the service can be reached.';
  }

  const time = formatMs(published.endedAt - originOf(episode));
  switch (published.diagnostic.outcome) {
    case 'deferred':
      return `Deferred link found after ${time}, ${evidence(outcomeOf)}.`;
    case 'verified':
      return outcomeOf('resolve') === 'found'
        ? `A short link opened the app; the service told in ${time} where it leads.`
        : `A web link opened the app. It was handed over after ${time}, with no request.`;
    case 'scheme':
      return 'A link with the app’s own scheme, handed over at once.';
    default:
      return whyNothing(outcomeOf, time);
  }
}

type OutcomeOf = (step: Diagnostic['step']) => string | undefined;

function evidence(outcomeOf: OutcomeOf): string {
  if (outcomeOf('referrer') === 'found') return 'by the note that the store kept: an exact match';
  if (outcomeOf('clipboard') === 'found') return 'by the link that you copied: an exact match';
  return 'by the phone’s fingerprint: a likely match';
}

function whyNothing(outcomeOf: OutcomeOf, time: string): string {
  if (outcomeOf('firstRun') === 'used') {
    return `Not the first run, so nothing was asked. The app went on after ${time}.`;
  }
  return outcomeOf('match') === 'none'
    ? 'No link: the service knows of no tap that fits this phone.'
    : `No link: the service gave no answer. The app went on after ${time}.`;
}
