import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Config } from 'react-native-deferred-link';

import { consentSwitch } from './consentSwitch';
import { journal } from './journal';
import type { Phone } from './Phone';
import { versionOf } from './versionOf';

/** The app's config, with a journal of what the library does, and with the consent that the check tries out. */
export function useCheckedConfig(config: Config, phone: Phone): Config {
  const consent = useSyncExternalStore(consentSwitch.subscribe, consentSwitch.read);

  useEffect(() => {
    journal.record({ kind: 'mounted', version: versionOf(phone) });
    void journal.load();
  }, [phone]);

  return useMemo(
    () => ({
      ...config,
      consent: consent ?? config.consent,
      onDiagnostic(diagnostic) {
        const { step, outcome, reason } = diagnostic;
        journal.record({ kind: 'diagnostic', step, outcome, ...(reason !== undefined && { reason }) });
        config.onDiagnostic?.(diagnostic);
      },
    }),
    [config, consent]
  );
}
