import { phoneModels } from '../device/phoneModels';
import { AppSwitches } from './AppSwitches';
import { Panel } from './Panel';
import { PhoneSwitches } from './PhoneSwitches';
import type { Lab } from './useLab';

export function DevicePanel({ lab }: { lab: Lab }) {
  const { owner, os } = lab.state;
  return (
    <Panel area="device" title={`${owner}’s phone`} aside={<span className="panel-aside">{phoneModels[os].name}</span>}>
      <div className="switches">
        <PhoneSwitches lab={lab} />
        <AppSwitches lab={lab} />
      </div>
    </Panel>
  );
}
