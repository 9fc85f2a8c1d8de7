import { phoneTag } from '../device/phoneTag';
import type { Setup } from '../device/Setup';
import type { Install, LabState } from '../state/LabState';

/** The phone as the app's process sees it. */
export function describePhone(state: LabState, install: Install, initialUrl: string | null): Setup {
  const { owner, os, switches, clipboard } = state;
  return {
    owner,
    os,
    tag: phoneTag(state),
    installId: install.id,
    installedAt: install.at,
    referrer: switches.hasReferrer ? install.referrer : null,
    clipboard: { text: clipboard, isAllowed: switches.isClipboardAllowed },
    network: switches.network,
    initialUrl,
    retriesMatch: switches.retriesMatch,
    isExpo: switches.isExpo,
    consent: switches.consent,
  };
}
