import { useSyncExternalStore } from 'react';

import { linkConfig } from '../linkConfig';
import { Button } from '../ui/Button';
import { consentSwitch } from './consentSwitch';

/** Asks in builds that begin without consent. An app of your own would remember the answer. */
export function ConsentQuestion() {
  const answer = useSyncExternalStore(consentSwitch.subscribe, consentSwitch.read);
  if (linkConfig.consent !== 'pending' || answer !== null) return null;
  return <Button kind="quiet" label="Yes, find the link I came from" onPress={() => consentSwitch.turn('granted')} />;
}
