import type { Person } from '../state/people';
import { DevicePanel } from './DevicePanel';
import { PhonePanel } from './PhonePanel';
import { TimelinePanel } from './TimelinePanel';
import { useLab } from './useLab';
import type { People } from './usePeople';
import { WebPanel } from './WebPanel';

/** Everything around one phone. The other phone's bench stays as it is meanwhile, out of sight. */
export function Bench({ owner, people }: { owner: Person; people: People }) {
  const lab = useLab(owner, people);
  return (
    <main className="bench" hidden={!lab.isShown} aria-label={`${owner}’s phone`}>
      <WebPanel lab={lab} />
      <DevicePanel lab={lab} />
      <PhonePanel lab={lab} />
      <TimelinePanel lab={lab} />
    </main>
  );
}
