import { DevicePanel } from './DevicePanel';
import { PageHeader } from './PageHeader';
import { PhonePanel } from './PhonePanel';
import { TimelinePanel } from './TimelinePanel';
import { useLab } from './useLab';
import { WebPanel } from './WebPanel';

export function LabPage() {
  const lab = useLab();
  return (
    <div className="page">
      <PageHeader lab={lab} />
      <main className="bench">
        <WebPanel lab={lab} />
        <DevicePanel lab={lab} />
        <PhonePanel lab={lab} />
        <TimelinePanel lab={lab} />
      </main>
    </div>
  );
}
