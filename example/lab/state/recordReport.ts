import type { FromPhone } from '../device/messages';
import type { Episode, LabState } from './LabState';
import { startEpisode } from './startEpisode';

// Events are sent ten seconds after the first; on the axis of a launch of half a second they
// would press everything else into its left edge.
const QUIET_MS = 2500;

/** Puts what the phone reported where it belongs in the timeline. */
export function recordReport(state: LabState, { at, report }: FromPhone): LabState {
  switch (report.kind) {
    case 'started':
      return changeNewest(state, (episode) => ({ ...episode, startedAt: at }));
    case 'pasted':
      return { ...state, banner: 'Small Hours pasted from your browser' };
    case 'diagnostic': {
      const { diagnostic } = report;
      const startedAt = at - diagnostic.durationMs;
      return changeNewest(afterQuiet(state, startedAt, diagnostic.step === 'events'), (episode) => ({
        ...episode,
        entries: [...episode.entries, { diagnostic, startedAt, endedAt: at }],
      }));
    }
    case 'requestStarted':
      return changeNewest(afterQuiet(state, at, report.request.path.endsWith('/events')), (episode) => ({
        ...episode,
        requests: [...episode.requests, { ...report.request, startedAt: at, endedAt: null, end: null }],
      }));
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

/** Opens a new episode when something happens long after the last one fell silent. */
function afterQuiet(state: LabState, at: number, isAboutEvents: boolean): LabState {
  const newest = state.episodes.at(-1);
  const title = isAboutEvents ? 'Events' : 'Later';
  if (!newest) return startEpisode(state, title, at);
  const isBusy = newest.requests.some((request) => request.endedAt === null);
  const lastSound = Math.max(
    newest.startedAt,
    ...newest.entries.map((entry) => entry.endedAt),
    ...newest.requests.map((request) => request.endedAt ?? request.startedAt)
  );
  if (isBusy || at - lastSound < QUIET_MS) return state;
  return startEpisode(state, title, at);
}

function changeNewest(state: LabState, change: (episode: Episode) => Episode): LabState {
  const newest = state.episodes.at(-1);
  if (!newest) return state;
  return { ...state, episodes: [...state.episodes.slice(0, -1), change(newest)] };
}
