import { latency } from './latency';
import { phone } from './phone';
import { phoneModels } from './phoneModels';

const CONSTANT_MS = 3;
/** The real call starts a web view to find the user agent. */
const USER_AGENT_MS = 60;

const model = phoneModels[phone.setup.os];

/** Stands in for the native side of `react-native-device-info`, with what the library reads. */
export const deviceInfo = {
  model: model.model,
  systemVersion: model.systemVersion,
  async getSystemManufacturer() {
    await latency(CONSTANT_MS);
    return model.manufacturer;
  },
  async getFirstInstallTime() {
    await latency(CONSTANT_MS);
    return phone.setup.installedAt;
  },
  async getUserAgent() {
    await latency(USER_AGENT_MS);
    return model.webViewUserAgent;
  },
};
