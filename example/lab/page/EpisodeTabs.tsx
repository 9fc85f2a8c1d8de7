import type { Episode } from '../state/LabState';
import { episodeTitle } from './episodeTitle';
import type { Lab } from './useLab';

interface Props {
  lab: Lab;
  shown: Episode | undefined;
}

export function EpisodeTabs({ lab, shown }: Props) {
  const { episodes } = lab.state;
  if (episodes.length === 0) return null;
  return (
    <ol className="episodes" aria-label="What happened, oldest first">
      {episodes.map((episode) => (
        <li key={episode.id}>
          <button
            type="button"
            title={episodeTitle(episode)}
            aria-current={episode.id === shown?.id ? 'true' : undefined}
            onClick={() => lab.dispatch({ type: 'episodeSelected', id: episode.id })}
          >
            {episodeTitle(episode)}
          </button>
        </li>
      ))}
    </ol>
  );
}
