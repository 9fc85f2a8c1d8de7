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
      {episodes.map(({ id, cause }) => (
        <li key={id}>
          <button
            type="button"
            title={episodeTitle(cause)}
            aria-current={id === shown?.id ? 'true' : undefined}
            onClick={() => lab.dispatch({ type: 'episodeSelected', id })}
          >
            {episodeTitle(cause)}
          </button>
        </li>
      ))}
    </ol>
  );
}
