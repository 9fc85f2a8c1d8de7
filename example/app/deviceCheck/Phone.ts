import { createContext } from 'react';
import { NativeModules, Platform } from 'react-native';

/** The native side of react-native-device-info, as far as the check asks for it. */
export interface DeviceFacts {
  appVersion?: string;
  buildNumber?: string;
  model: unknown;
  systemVersion: unknown;
  getSystemManufacturer?: () => Promise<unknown>;
  getFirstInstallTime?: () => Promise<unknown>;
  getUserAgent?: () => Promise<unknown>;
}

/** The phone that is checked. */
export interface Phone {
  /** Whether it is the lab's, which can't answer for a real one. */
  isSimulated: boolean;
  os: string;
  deviceInfo: () => DeviceFacts | undefined;
}

export const thisPhone: Phone = {
  isSimulated: false,
  os: Platform.OS,
  deviceInfo: () => (NativeModules as { RNDeviceInfo?: DeviceFacts }).RNDeviceInfo,
};

export const PhoneContext = createContext(thisPhone);
