import type { Diagnostic } from 'react-native-deferred-link';

import type { FromPhone } from '../device/messages';
import type { Cause, Episode, LabState } from './LabState';
import { laterCause } from './laterCause';
import { friendOf } from './people';
import { startEpisode } from './startEpisode';

/**
 * Events may be sent ten seconds after a launch of half a second. On the same axis they would press everything else
 * into its left edge.
 */
const QUIET_MS = 2500;

/** The endpoints that steps ask. */
const ENDPOINTS: Partial<Record<Diagnostic['step'], string>> = {
  match: 'match-link',
  resolve: 'resolve-short',
  createLink: 'create',
  events: 'events',
};

/** The library's clock and the lab's may differ by rounding. */
const CLOCKS_MS = 5;

/** A step is reported when it ends. It belongs to the episode in which it asked the service, or else began. */
function episodeOf({ episodes }: LabState, step: Diagnostic['step'], startedAt: number): Episode | undefined {
  const endpoint = ENDPOINTS[step];
  const hasItsRequest = ({ requests }: Episode) =>
    requests.some(({ path, startedAt: at }) => path.endsWith(`/${endpoint}`) && at >= startedAt - CLOCKS_MS);
  const asked = endpoint === undefined ? undefined : episodes.findLast(hasItsRequest);
  return asked ?? episodes.findLast((episode) => episode.startedAt <= startedAt) ?? episodes[0];
}

/** Sharing begins a new story, and so does a retry that follows sharing or events, however soon it follows. */
function isNewStory({ episodes }: LabState, { kind }: Cause): boolean {
  const newest = episodes.at(-1)?.cause.kind;
  return kind === 'sharing' || (kind === 'retry' && (newest === 'sharing' || newest === 'events'));
}

/** Begins a new episode when something happens long after the last one fell silent. */
function afterQuiet(state: LabState, at: number, cause: Cause): LabState {
  const newest = state.episodes.at(-1);
  if (!newest) return startEpisode(state, cause, at);
  const isBusy = newest.requests.some((request) => request.endedAt === null);
  const lastSound = Math.max(
    newest.startedAt,
    ...newest.entries.map((entry) => entry.endedAt),
    ...newest.requests.map((request) => request.endedAt ?? request.startedAt)
  );
  if (isBusy || at - lastSound < QUIET_MS) return state;
  return startEpisode(state, cause, at);
}

function changeNewest(state: LabState, change: (episode: Episode) => Episode): LabState {
  const newest = state.episodes.at(-1);
  if (!newest) return state;
  return { ...state, episodes: [...state.episodes.slice(0, -1), change(newest)] };
}

/** Puts what the phone reported where it belongs in the timeline. */
export function recordReport(state: LabState, { at, report }: FromPhone): LabState {
  switch (report.kind) {
    case 'started':
      return changeNewest(state, (episode) => ({ ...episode, startedAt: at }));
    case 'shared':
      return { ...state, banner: `Sent to ${friendOf(state.owner)}` };
    case 'pasted':
      return { ...state, banner: 'Small Hours pasted from your browser' };
    case 'diagnostic': {
      const { diagnostic } = report;
      const startedAt = at - diagnostic.durationMs;
      const begun = afterQuiet(state, startedAt, laterCause(diagnostic.step, null));
      const id = episodeOf(begun, diagnostic.step, startedAt)?.id;
      const entry = { diagnostic, startedAt, endedAt: at };
      return {
        ...begun,
        episodes: begun.episodes.map((episode) =>
          episode.id === id ? { ...episode, entries: [...episode.entries, entry] } : episode
        ),
      };
    }
    case 'requestStarted': {
      const { path, body } = report.request;
      const cause = laterCause(path, body);
      const begun = isNewStory(state, cause) ? startEpisode(state, cause, at) : afterQuiet(state, at, cause);
      return changeNewest(begun, (episode) => ({
        ...episode,
        requests: [...episode.requests, { ...report.request, startedAt: at, endedAt: null, end: null }],
      }));
    }
    case 'requestEnded':
      return {
        ...state,
        episodes: state.episodes.map((episode) => ({
          ...episode,
          requests: episode.requests.map((request) =>
            request.id === report.request.id ? { ...request, endedAt: at, end: report.request } : request
          ),
        })),
      };
  }
}
