import { Panel } from '../../../service/dashboard/src/ui/Panel.tsx';
import { phoneModels } from '../device/phoneModels';
import { AppSwitches } from './AppSwitches';
import { PhoneSwitches } from './PhoneSwitches';
import type { Lab } from './useLab';

export function DevicePanel({ lab }: { lab: Lab }) {
  const { owner, os } = lab.state;
  return (
    <Panel className="device" title={`${owner}’s phone`} aside={phoneModels[os].name}>
      <div className="switches">
        <PhoneSwitches lab={lab} />
        <AppSwitches lab={lab} />
      </div>
    </Panel>
  );
}
