import { Choice } from './Choice';
import type { Lab } from './useLab';

/** How apps differ: in two fields of their config, in their native modules, and in when they were installed. */
export function AppSwitches({ lab }: { lab: Lab }) {
  const { isUpdate, retriesMatch, isExpo, consent } = lab.state.switches;
  return (
    <>
      <Choice
        label="Next install"
        hint="Update: had the app before the library."
        value={isUpdate ? 'update' : 'new'}
        options={[
          { value: 'new', name: 'New' },
          { value: 'update', name: 'Update' },
        ]}
        onChange={(value) => lab.change({ isUpdate: value === 'update' })}
      />
      <Choice
        label="Retry"
        hint="Asks again later if nobody answered."
        value={retriesMatch ? 'on' : 'off'}
        options={[
          { value: 'on', name: 'On' },
          { value: 'off', name: 'Off' },
        ]}
        onChange={(value) => lab.change({ retriesMatch: value === 'on' })}
      />
      <Choice
        label="Native modules"
        hint="From the next launch on."
        value={isExpo ? 'expo' : 'packages'}
        options={[
          { value: 'packages', name: 'Our packages' },
          { value: 'expo', name: 'Expo’s' },
        ]}
        onChange={(value) => lab.change({ isExpo: value === 'expo' })}
      />
      <Choice
        label="Consent"
        hint="Changes while the app runs."
        value={consent}
        options={[
          { value: 'granted', name: 'Granted' },
          { value: 'pending', name: 'Pending' },
          { value: 'denied', name: 'Denied' },
        ]}
        onChange={(value) => lab.change({ consent: value })}
      />
    </>
  );
}
