import { after, phone, WAITS } from './state.mjs';

export default {
  getItem(key) {
    phone.counts.read++;
    return after(WAITS.storage, phone.disk.get(key) ?? null);
  },
  setItem(key, value) {
    phone.counts.write++;
    phone.written += value.length;
    phone.disk.set(key, value);
    return after(WAITS.storage);
  },
  removeItem(key) {
    phone.counts.write++;
    phone.disk.delete(key);
    return after(WAITS.storage);
  },
};
