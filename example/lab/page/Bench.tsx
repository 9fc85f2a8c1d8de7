import type { Person } from '../state/people';
import { stepsDone } from '../state/stepsDone';
import { DevicePanel } from './DevicePanel';
import { PhonePanel } from './PhonePanel';
import { StoriesPanel } from './StoriesPanel';
import { TimelinePanel } from './TimelinePanel';
import { useLab } from './useLab';
import type { People } from './usePeople';
import { VerdictCard } from './VerdictCard';

/** Everything around one phone. The other phone's bench stays as it is meanwhile, out of sight. */
export function Bench({ owner, people }: { owner: Person; people: People }) {
  const lab = useLab(owner, people);
  const { story } = people.people;
  const { episodes, selectedEpisode } = lab.state;
  const episode = episodes.find(({ id }) => id === selectedEpisode) ?? episodes.at(-1);
  return (
    <main className="bench" hidden={!lab.isShown} aria-label={`${owner}’s phone`}>
      <StoriesPanel lab={lab} people={people} />
      <PhonePanel lab={lab} />
      <div className="result">
        {episode ? (
          <VerdictCard
            episode={episode}
            retriesMatch={lab.state.switches.retriesMatch}
            nextStep={story?.steps[stepsDone(story, lab.state, people.people)]?.text}
          />
        ) : null}
        <TimelinePanel lab={lab} episode={episode} />
      </div>
      <DevicePanel lab={lab} />
    </main>
  );
}
