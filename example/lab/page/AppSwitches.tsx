import { Choice } from './Choice';
import type { Lab } from './useLab';

/** What is different from one app to the next: two fields of its config, and when it was installed. */
export function AppSwitches({ lab }: { lab: Lab }) {
  const { isUpdate, retriesMatch, consent } = lab.state.switches;
  return (
    <>
      <Choice
        label="Next install"
        hint="Update: the app is older."
        value={isUpdate ? 'update' : 'new'}
        options={[
          { value: 'new', label: 'New' },
          { value: 'update', label: 'Update' },
        ]}
        onChange={(value) => lab.change({ isUpdate: value === 'update' })}
      />
      <Choice
        label="Retry"
        hint="If nobody answered."
        value={retriesMatch ? 'on' : 'off'}
        options={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
        onChange={(value) => lab.change({ retriesMatch: value === 'on' })}
      />
      <Choice
        label="Consent"
        hint="At any time."
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
