import { disk } from './disk';
import { latency } from './latency';
import { phone } from './phone';

const DISK_MS = 4;

/** Stands in for `@react-native-async-storage/async-storage`. */
const asyncStorage = {
  async getItem(key: string) {
    await latency(DISK_MS);
    return disk.read(phone.setup.installId, key);
  },
  async setItem(key: string, value: string) {
    await latency(DISK_MS);
    disk.write(phone.setup.installId, key, value);
  },
  async removeItem(key: string) {
    await latency(DISK_MS);
    disk.remove(phone.setup.installId, key);
  },
};

export default asyncStorage;
