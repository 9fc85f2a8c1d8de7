import { after, phone, WAITS } from './state.mjs';

export const applicationName = 'Shop';
export const applicationId = 'com.example.shop';
export const nativeApplicationVersion = '1.0.0';
export const getInstallReferrerAsync = () => after(WAITS.referrer, phone.referrer);
