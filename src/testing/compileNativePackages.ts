import { attempt } from '../core/attempt';
import { withAsyncStorage } from '../native/packages/asyncStorage';
import { withClipboard } from '../native/packages/clipboard';
import { withDeviceInfo } from '../native/packages/deviceInfo';
import { withInstallReferrer } from '../native/packages/installReferrer';

/** As Jest gives it to every module; other runners have none. */
declare const jest: { isolateModules(load: () => void): void };

/**
 * Lets Jest compile what a first run loads, which takes seconds on a cold cache: more than `findBy…` waits. The modules
 * themselves are thrown away, so a test can still mock them.
 */
export function compileNativePackages(): void {
  const loads = [withAsyncStorage, withClipboard, withDeviceInfo, withInstallReferrer];
  const ignore = () => {};
  attempt(() => jest.isolateModules(() => loads.forEach((load) => attempt(() => load(ignore, ignore)))));
}
