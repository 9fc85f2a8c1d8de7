import { phoneModels } from '../device/phoneModels';
import { Choice } from './Choice';
import { Panel } from './Panel';
import type { Lab } from './useLab';

export function DevicePanel({ lab }: { lab: Lab }) {
  const { os, switches } = lab.state;
  const isIos = os === 'ios';
  return (
    <Panel area="device" title="The phone" aside={<span className="panel-aside">{phoneModels[os].name}</span>}>
      <div className="switches">
        <Choice
          label="System"
          hint="Another phone, so this starts over."
          value={os}
          options={[
            { value: 'android', label: 'Android' },
            { value: 'ios', label: 'iOS' },
          ]}
          onChange={lab.startOver}
        />
        <Choice
          label="Network"
          hint="Slow adds 1.4 s to each request."
          value={switches.network}
          options={[
            { value: 'good', label: 'Good' },
            { value: 'slow', label: 'Slow' },
            { value: 'off', label: 'Off' },
          ]}
          onChange={(network) => lab.change({ network })}
        />
        <Choice
          label="Install referrer"
          hint={isIos ? 'Android only.' : 'The note that the store keeps for the app.'}
          isDisabled={isIos}
          value={switches.hasReferrer ? 'there' : 'missing'}
          options={[
            { value: 'there', label: 'There' },
            { value: 'missing', label: 'Missing' },
          ]}
          onChange={(value) => lab.change({ hasReferrer: value === 'there' })}
        />
        <Choice
          label="Clipboard"
          hint={isIos ? 'Your answer to the paste prompt.' : 'iOS only.'}
          isDisabled={!isIos}
          value={switches.isClipboardAllowed ? 'allowed' : 'denied'}
          options={[
            { value: 'allowed', label: 'Allowed' },
            { value: 'denied', label: 'Denied' },
          ]}
          onChange={(value) => lab.change({ isClipboardAllowed: value === 'allowed' })}
        />
        <Choice
          label="Backup"
          hint={isIos ? 'iOS leaves app storage out.' : 'Restored by the next install.'}
          isDisabled={isIos}
          value={switches.restoresBackup ? 'restored' : 'none'}
          options={[
            { value: 'none', label: 'None' },
            { value: 'restored', label: 'Restored' },
          ]}
          onChange={(value) => lab.change({ restoresBackup: value === 'restored' })}
        />
      </div>
    </Panel>
  );
}
