import { latency } from './latency';
import { phone } from './phone';
import { phoneModels } from './phoneModels';

const CONSTANT_MS = 3;
/** The real call starts a web view to find the user agent. */
const USER_AGENT_MS = 60;

const model = phoneModels[phone.setup.os];

/** Stands in for `react-native-device-info`, with the methods that a linking library uses. */
const deviceInfo = {
  getModel: () => model.model,
  getBrand: () => model.manufacturer,
  getSystemName: () => model.systemName,
  getSystemVersion: () => model.systemVersion,
  getDeviceId: () => model.model,
  getManufacturerSync: () => model.manufacturer,
  getFirstInstallTimeSync: () => phone.setup.installedAt,
  async getManufacturer() {
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

export const {
  getModel,
  getBrand,
  getSystemName,
  getSystemVersion,
  getDeviceId,
  getManufacturer,
  getManufacturerSync,
  getFirstInstallTime,
  getFirstInstallTimeSync,
  getUserAgent,
} = deviceInfo;

export default deviceInfo;
