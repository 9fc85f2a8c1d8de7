import { AttributionNote } from './AttributionNote';
import { EpisodeTabs } from './EpisodeTabs';
import { Panel } from './Panel';
import { Primer } from './Primer';
import { purchaseIn } from './purchaseIn';
import { RequestList } from './RequestList';
import { Timeline } from './Timeline';
import type { Lab } from './useLab';
import { verdict } from './verdict';

export function TimelinePanel({ lab }: { lab: Lab }) {
  const { episodes, selectedEpisode } = lab.state;
  const episode = episodes.find(({ id }) => id === selectedEpisode) ?? episodes.at(-1);
  const purchaseId = episode && purchaseIn(episode);
  return (
    <Panel
      area="timeline"
      title={episode ? 'What the library did' : 'How the library finds a link'}
      aside={<EpisodeTabs lab={lab} shown={episode} />}
    >
      {episode ? (
        <>
          <p className="verdict" role="status">
            {verdict(episode, lab.state.switches.retriesMatch)}
          </p>
          {purchaseId === undefined ? null : <AttributionNote key={purchaseId} eventId={purchaseId} />}
          <div className="evidence">
            <Timeline episode={episode} />
            <RequestList requests={episode.requests} />
          </div>
        </>
      ) : (
        <Primer />
      )}
    </Panel>
  );
}
