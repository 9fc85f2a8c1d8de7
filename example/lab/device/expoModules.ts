import clipboard, { holdsUrl } from './clipboard';
import { latency } from './latency';
import { phone } from './phone';
import { phoneModels } from './phoneModels';

const CONSTANT_MS = 3;
const STORE_SERVICE_MS = 35;
const USER_AGENT_MS = 60;
const PATTERN_CHECK_MS = 6;

const { os } = phone.setup;
const model = phoneModels[os];

/** On Android, expo-constants gives the agent of the system's own HTTP client. */
const SYSTEM_AGENT = `Dalvik/2.1.0 (Linux; U; Android ${model.systemVersion}; ${model.model} Build/BP1A.250505.005)`;

async function getInstallReferrerAsync() {
  await latency(STORE_SERVICE_MS);
  if (phone.setup.referrer === null) throw new Error("The Play Store doesn't provide the installation referrer API.");
  return phone.setup.referrer;
}

/** Stand in for the native sides of expo-application, expo-device, expo-constants and expo-clipboard. */
export const expoModules = {
  ExpoApplication: {
    async getInstallationTimeAsync() {
      await latency(CONSTANT_MS);
      return phone.setup.installedAt;
    },
    ...(os === 'android' && { getInstallReferrerAsync }),
  },
  ExpoDevice: { modelName: model.model, manufacturer: model.manufacturer, osVersion: model.systemVersion },
  ExponentConstants: {
    async getWebViewUserAgentAsync() {
      await latency(USER_AGENT_MS);
      return os === 'ios' ? model.webViewUserAgent : SYSTEM_AGENT;
    },
  },
  ExpoClipboard: {
    async hasUrlAsync() {
      await latency(PATTERN_CHECK_MS);
      return holdsUrl();
    },
    getStringAsync: (_: object) => clipboard.getString(),
  },
};

/** Puts Expo's modules where every Expo app has them. */
export function installExpo() {
  if (phone.setup.isExpo) Object.assign(globalThis, { expo: { modules: expoModules } });
}
