import { createContext } from 'react';
import { NativeModules, Platform } from 'react-native';

import { linkConfig } from '../linkConfig';

/** The native side of react-native-device-info, as far as the check asks for it. */
export interface DeviceFacts {
  appVersion?: string;
  buildNumber?: string;
  model: unknown;
  systemVersion: unknown;
  getSystemManufacturer?: () => Promise<unknown>;
  getFirstInstallTime?: () => Promise<unknown>;
  getUserAgent?: () => Promise<unknown>;
  isEmulator?: () => Promise<unknown>;
}

/** The phone that is checked. */
export interface Phone {
  /** Whether it is the lab's, which can't answer for a real one. */
  isSimulated: boolean;
  os: string;
  /** Where `npm run example` listens, as this phone reaches it. */
  labUrl: string;
  deviceInfo: () => DeviceFacts | undefined;
}

export const thisPhone: Phone = {
  isSimulated: false,
  os: Platform.OS,
  labUrl: linkConfig.baseUrl ?? 'http://localhost:8787',
  deviceInfo: () => (NativeModules as { RNDeviceInfo?: DeviceFacts }).RNDeviceInfo,
};

export const PhoneContext = createContext(thisPhone);

/** What stands in for a phone, if anything does: its results don't count for a phone's. */
export async function standInOf({ isSimulated, os, deviceInfo }: Phone): Promise<string | null> {
  if (isSimulated) return 'simulated';
  const isVirtual = await deviceInfo()
    ?.isEmulator?.()
    .catch(() => false);
  if (isVirtual !== true) return null;
  return os === 'ios' ? 'simulator' : 'emulator';
}
