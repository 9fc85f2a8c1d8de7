import { after, mustBeInstalled, phone, WAITS } from './state.mjs';

export const PlayInstallReferrer = {
  getInstallReferrerInfo(callback) {
    mustBeInstalled();
    void after(WAITS.referrer).then(() => callback({ installReferrer: phone.referrer }, null));
  },
};
