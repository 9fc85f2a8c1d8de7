import type { Setup } from '../device/Setup';
import type { Install, LabState } from '../state/LabState';

/** The phone as the app's process gets to know it. */
export function describePhone(
  { os, switches, clipboard }: LabState,
  install: Install,
  initialUrl: string | null
): Setup {
  return {
    os,
    installId: install.id,
    installedAt: install.at,
    referrer: switches.hasReferrer ? install.referrer : null,
    clipboard: { text: clipboard, isAllowed: switches.isClipboardAllowed },
    network: switches.network,
    initialUrl,
  };
}
