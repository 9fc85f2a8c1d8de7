import { useSyncExternalStore } from 'react';

import { App } from '../../app/App';
import type { Phone } from '../../app/deviceCheck/Phone';
import { linkConfig } from '../../app/linkConfig';
import { deviceInfo } from '../device/deviceInfo';
import { phone } from '../device/phone';
import { report } from '../device/report';

const { owner, retriesMatch } = phone.setup;

const config: typeof linkConfig = {
  ...linkConfig,
  baseUrl: window.location.origin,
  retryUnansweredMatch: retriesMatch,
  onDiagnostic: (diagnostic) => report({ kind: 'diagnostic', diagnostic }),
};

const me = { id: owner.toLowerCase(), name: owner };

const checked: Phone = {
  isSimulated: true,
  os: phone.setup.os,
  labUrl: window.location.origin,
  deviceInfo: () => deviceInfo,
};

const readConsent = () => phone.setup.consent;

/** The shop with the lab's settings; the consent may change while it runs. */
export function PhoneApp() {
  const consent = useSyncExternalStore(phone.onSetup, readConsent);
  return <App config={{ ...config, consent }} me={me} phone={checked} />;
}
