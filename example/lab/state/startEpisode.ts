import type { Cause, LabState } from './LabState';

/** As many as fit into a row of tabs; older ones have been read. */
const MAX_EPISODES = 6;

export function startEpisode(state: LabState, cause: Cause, startedAt: number): LabState {
  const id = (state.episodes.at(-1)?.id ?? 0) + 1;
  const episode = { id, cause, startedAt, entries: [], requests: [] };
  return {
    ...state,
    episodes: [...state.episodes, episode].slice(-MAX_EPISODES),
    selectedEpisode: null,
  };
}
