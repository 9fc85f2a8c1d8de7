import { Choice } from './Choice';
import type { Lab } from './useLab';

/** How apps differ: in two fields of their config, and in when they were installed. */
export function AppSwitches({ lab }: { lab: Lab }) {
  const { isUpdate, retriesMatch, consent } = lab.state.switches;
  return (
    <>
      <Choice
        label="Next install"
        hint="Update: had the app before the library."
        value={isUpdate ? 'update' : 'new'}
        options={[
          { value: 'new', label: 'New' },
          { value: 'update', label: 'Update' },
        ]}
        onChange={(value) => lab.change({ isUpdate: value === 'update' })}
      />
      <Choice
        label="Retry"
        hint="Asks again later if nobody answered."
        value={retriesMatch ? 'on' : 'off'}
        options={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
        onChange={(value) => lab.change({ retriesMatch: value === 'on' })}
      />
      <Choice
        label="Consent"
        hint="Changes while the app runs."
        value={consent}
        options={[
          { value: 'granted', label: 'Granted' },
          { value: 'pending', label: 'Pending' },
          { value: 'denied', label: 'Denied' },
        ]}
        onChange={(value) => lab.change({ consent: value })}
      />
    </>
  );
}
