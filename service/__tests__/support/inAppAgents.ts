const IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S921B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/143.0.7499.34 Mobile Safari/537.36';

/** An agent for each browser of the table and platform. Each app's mark is known; versions and the like are made up. */
export const IN_APP_AGENTS: Readonly<Record<string, { ios: string; android: string }>> = {
  Instagram: {
    ios: `${IOS} Instagram 416.0.0.0.0 (iPhone15,3; iOS 26_2_1; de_DE; de; scale=3.00; 1290x2796; 0)`,
    android: `${ANDROID} Instagram 410.0.0.39.70 Android (34/14; 480dpi; 1080x2340; samsung; SM-S921B; e1s; qcom; de_DE; 1)`,
  },
  Facebook: {
    ios: `${IOS} [FBAN/FBIOS;FBAV/540.0.0.28.70;FBBV/830000000;FBDV/iPhone17,3;FBMD/iPhone;FBSN/iOS;FBSV/26.3;FBSS/3;FBID/phone;FBLC/de_DE;FBOP/80]`,
    android: `${ANDROID} [FB_IAB/FB4A;FBAV/540.0.0.28.70;IABMV/1;]`,
  },
  Messenger: {
    ios: `${IOS} [FBAN/MessengerForiOS;FBAV/540.0.0.28.70;FBBV/830000000;FBDV/iPhone14,7;FBMD/iPhone;FBSN/iOS;FBSV/18.6.2;FBSS/3;FBCR/;FBID/phone;FBLC/de_DE;FBOP/0]`,
    android: `${ANDROID} [FB_IAB/Orca-Android;FBAV/540.0.0.28.70;]`,
  },
  Threads: {
    ios: `${IOS} Barcelona 410.0.0.27.70 (iPhone16,1; iOS 18_6_2; de_DE; de; scale=3.00; 1179x2556; 0)`,
    android: `${ANDROID} Barcelona 410.0.0.27.70 Android (34/14; 480dpi; 1080x2340; samsung; SM-S921B; e1s; qcom; de_DE; 1)`,
  },
  TikTok: {
    ios: `${IOS} musical_ly_41.4.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/de Region/DE BytedanceWebview/d8a21c6`,
    android: `${ANDROID} trill_2024104030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/trill app_version/41.4.3 BytedanceWebview/d8a21c6`,
  },
  Snapchat: {
    ios: `${IOS} Snapchat/13.60.0.30 (like Safari/8621.3.11, panda)`,
    android: `${ANDROID} Snapchat/13.60.0.30`,
  },
  X: { ios: `${IOS} Twitter for iPhone/11.50`, android: `${ANDROID} TwitterAndroid` },
  LinkedIn: { ios: `${IOS} [LinkedInApp]/9.31.2490`, android: `${ANDROID} [LinkedInApp]` },
  WhatsApp: { ios: `${IOS} WAiOS/2.25.33.79`, android: `${ANDROID} WA4A/2.25.34.73` },
  WeChat: {
    ios: `${IOS} MicroMessenger/8.0.60(0x18003c2c) NetType/WIFI Language/en`,
    android: `${ANDROID} MicroMessenger/8.0.60.2860(0x28003C3F) WeChat/arm64 Weixin NetType/WIFI Language/en ABI/arm64`,
  },
  LINE: { ios: `${IOS} Safari Line/15.18.0`, android: `${ANDROID} Line/15.18.1/IAB` },
  KakaoTalk: { ios: `${IOS} KAKAOTALK/25.9.1 (INAPP)`, android: `${ANDROID} KAKAOTALK/25.9.1 (INAPP)` },
  Pinterest: { ios: `${IOS} [Pinterest/iOS]`, android: `${ANDROID} [Pinterest/Android]` },
  other: { ios: IOS, android: ANDROID },
};

/** Facebook's agent on Android that names neither Mozilla nor Android. */
export const BARE_FACEBOOK =
  '[FBAN/FB4A;FBAV/540.0.0.28.70;FBBV/830000000;FBDM/{density=3.0,width=1080,height=2340};FBLC/de_DE;FBCR/;FBMF/samsung;FBBD/samsung;FBPN/com.facebook.katana;FBDV/SM-S921B;FBSV/16;FBOP/1;FBCA/arm64-v8a:;]';
