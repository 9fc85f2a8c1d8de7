import { people as everybody } from '../state/people';
import { Bench } from './Bench';
import { PageFooter } from './PageFooter';
import { PageHeader } from './PageHeader';
import { usePeople } from './usePeople';

export function LabPage() {
  const people = usePeople();
  return (
    <div className="page">
      <PageHeader people={people} />
      {everybody.map((owner) => (
        // Phones on another network are other phones, so "Start over" leaves nothing of the old ones.
        <Bench key={`${people.people.networkId} ${owner}`} owner={owner} people={people} />
      ))}
      <PageFooter />
    </div>
  );
}
