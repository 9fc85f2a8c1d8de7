import { Panel } from '../../../service/dashboard/src/ui/Panel.tsx';
import type { Episode } from '../state/LabState';
import { EpisodeTabs } from './EpisodeTabs';
import { Primer } from './Primer';
import { RequestList } from './RequestList';
import { Timeline } from './Timeline';
import type { Lab } from './useLab';

export function TimelinePanel({ lab, episode }: { lab: Lab; episode: Episode | undefined }) {
  return (
    <Panel
      className="timeline"
      title={episode ? 'What the library did' : 'How the library finds a link'}
      aside={<EpisodeTabs lab={lab} shown={episode} />}
    >
      {episode ? (
        <div className="evidence" tabIndex={0} role="region" aria-label="Steps and requests">
          <Timeline episode={episode} />
          <RequestList requests={episode.requests} />
        </div>
      ) : (
        <Primer />
      )}
    </Panel>
  );
}
