import { after, phone, WAITS } from './state.mjs';

export const PlayInstallReferrer = {
  getInstallReferrerInfo: (callback) =>
    void after(WAITS.referrer).then(() => callback({ installReferrer: phone.referrer }, null)),
};
