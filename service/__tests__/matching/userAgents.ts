import { BARE_FACEBOOK } from '../support/inAppAgents.ts';
import type { AgentFacts } from '../../src/matching/readUserAgent.ts';

type Expected = readonly [browser: string, facts: readonly [...(string | null)[]], agent: string];

const W = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const A = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** The browser; device, model and version as they are to be read; the agent as it was sent. */
const rows: readonly Expected[] = [
  // Safari and its frozen system
  [
    'Safari, iOS 15.8',
    ['iphone', null, '15.8'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 15_8_3 like Mac OS X) ${A} Version/15.6.6 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari, iOS 16.7',
    ['iphone', null, '16.7'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 16_7_10 like Mac OS X) ${A} Version/16.6 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari, iOS 17.5',
    ['iphone', null, '17.5'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${A} Version/17.5 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari, iOS 18.0',
    ['iphone', null, '18.0'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${A} Version/18.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari, iOS 18.6',
    ['iphone', null, '18.6'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${A} Version/18.6 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari, iOS 18.7',
    ['iphone', null, '18.7'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${A} Version/18.7 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari, iOS 26.0',
    ['iphone', null, '26.0'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${A} Version/26.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari, iOS 26.1',
    ['iphone', null, '26.1'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${A} Version/26.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari, iOS 26.3',
    ['iphone', null, '26.3'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${A} Version/26.3 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari on an old iPod',
    ['iphone', null, '12.5'],
    `Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) ${A} Version/12.1.2 Mobile/15E148 Safari/604.1`,
  ],
  // iPads
  [
    'Safari on an iPad, as a Mac',
    ['mac', null, '17.5'],
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${A} Version/17.5 Safari/605.1.15`,
  ],
  [
    'Safari on an iPad, iPadOS 26',
    ['mac', null, '26.0'],
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${A} Version/26.0 Safari/605.1.15`,
  ],
  [
    'Safari on an iPad, mobile page',
    ['ipad', null, '17.4'],
    `Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) ${A} Version/17.4 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on an iPad',
    ['ipad', null, '17.5'],
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${A} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari on an iPad of 2017',
    ['ipad', null, '12.5'],
    `Mozilla/5.0 (iPad; CPU OS 12_5_5 like Mac OS X) ${A} Version/12.1.2 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Instagram on an iPad',
    ['ipad', 'iPad Pro 12.9-inch (5th generation)', '18.5'],
    `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${A} Mobile/22F76 Instagram 393.1.0.36.70 (iPad13,8; iOS 18_5; en_US; en; scale=2.00; 2048x2732; IABMV/1; 776538208) Safari/604.1`,
  ],
  // Other browsers and web views on iPhones
  [
    'Facebook, an iPhone that is newer than the list',
    ['iphone', null, '28.1'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${A} Mobile/15E148 [FBAN/FBIOS;FBAV/540.0.0.28.70;FBDV/iPhone99,1;FBMD/iPhone;FBSN/iOS;FBSV/28.1;FBSS/3]`,
  ],
  [
    'Chrome, iOS 17.7',
    ['iphone', null, '17.7'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) ${A} CriOS/130.0.6723.37 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome, iOS 26.0',
    ['iphone', null, '26.0'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0_0 like Mac OS X) ${A} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome, a system that may be frozen',
    ['iphone', null, null],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${A} CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Firefox, iOS',
    ['iphone', null, '18.1'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${A} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`,
  ],
  [
    'Edge, iOS',
    ['iphone', null, '17.6'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) ${A} Version/17.0 EdgiOS/129.0.2792.84 Mobile/15E148 Safari/604.1`,
  ],
  [
    'DuckDuckGo, iOS',
    ['iphone', null, '17.5'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${A} Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`,
  ],
  [
    'Opera Touch, iOS',
    ['iphone', null, '17.4'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) ${A} Version/17.4.1 Mobile/15E148 Safari/604.1 OPT/4.6.0`,
  ],
  [
    'Google app, iOS',
    ['iphone', null, '18.0'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0_1 like Mac OS X) ${A} GSA/340.3.689937600 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Instagram, iOS 17',
    ['iphone', 'iPhone 14 Pro', '17.6'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) ${A} Mobile/21G93 Instagram 350.1.0.30.95 (iPhone15,2; iOS 17_6_1; de_DE; de; scale=3.00; 1179x2556; 641123490)`,
  ],
  [
    'Instagram, iOS 26, which WebKit freezes',
    ['iphone', 'iPhone 16 Pro', '26.1'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${A} Mobile/23B85 Instagram 407.0.0.33.80 (iPhone17,1; iOS 26_1; de_DE; de; scale=3.00; 1206x2622)`,
  ],
  [
    'Facebook, iOS',
    ['iphone', 'iPhone 13', '17.5'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${A} Mobile/21F90 [FBAN/FBIOS;FBAV/484.0.0.49.105;FBBV/653271845;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBLC/de_DE]`,
  ],
  [
    'TikTok, iOS',
    ['iphone', null, '17.3'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_3_1 like Mac OS X) ${A} Mobile/15E148 musical_ly_36.1.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/de Region/DE`,
  ],
  [
    'Snapchat, iOS',
    ['iphone', null, '16.6'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) ${A} Version/16.6 Mobile/15E148 Snapchat/12.60.0.43 (like Safari/8615.3.12.10.2, panda)`,
  ],
  [
    'WeChat, iOS',
    ['iphone', null, '17.5'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${A} Mobile/15E148 MicroMessenger/8.0.50(0x18003237) NetType/WIFI Language/zh_CN`,
  ],
  [
    'LinkedIn, iOS',
    ['iphone', null, '17.6'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) ${A} Mobile/15E148 [LinkedInApp]/9.29.8962`,
  ],
  [
    'an app’s own web view, iOS',
    ['iphone', null, '17.5'],
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${A} Mobile/15E148`,
  ],
  // Chrome and its reduced agent
  [
    'Chrome 143, Android',
    ['android', null, null],
    `Mozilla/5.0 (Linux; Android 10; K) ${W} Chrome/143.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Chrome 143, Android tablet',
    ['android', null, null],
    `Mozilla/5.0 (Linux; Android 10; K) ${W} Chrome/143.0.0.0 Safari/537.36`,
  ],
  [
    'Chrome 101, which still told',
    ['android', 'Pixel 6', '12'],
    `Mozilla/5.0 (Linux; Android 12; Pixel 6) ${W} Chrome/101.0.4951.41 Mobile Safari/537.36`,
  ],
  [
    'Chrome 96 on a real Android 10',
    ['android', 'SM-G973F', '10'],
    `Mozilla/5.0 (Linux; Android 10; SM-G973F) ${W} Chrome/96.0.4664.45 Mobile Safari/537.36`,
  ],
  [
    'Edge, Android',
    ['android', null, null],
    `Mozilla/5.0 (Linux; Android 10; K) ${W} Chrome/130.0.0.0 Mobile Safari/537.36 EdgA/130.0.0.0`,
  ],
  [
    'Opera, Android',
    ['android', null, null],
    `Mozilla/5.0 (Linux; Android 10; K) ${W} Chrome/128.0.0.0 Mobile Safari/537.36 OPR/85.0.0.0`,
  ],
  [
    'Brave, Android',
    ['android', null, null],
    `Mozilla/5.0 (Linux; Android 10; K) ${W} Chrome/131.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'DuckDuckGo, Android',
    ['android', null, null],
    `Mozilla/5.0 (Linux; Android 10; K) ${W} Version/4.0 Chrome/130.0.0.0 Mobile DuckDuckGo/5 Safari/537.36`,
  ],
  [
    'Samsung Internet, reduced',
    ['android', null, null],
    `Mozilla/5.0 (Linux; Android 10; K) ${W} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Samsung Internet 23',
    ['android', 'SM-S911B', '13'],
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) ${W} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`,
  ],
  // Firefox, whose "Mobile" is no model
  [
    'Firefox, Android 14',
    ['android', null, '14'],
    'Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0',
  ],
  [
    'Firefox, Android tablet',
    ['android', null, '13'],
    'Mozilla/5.0 (Android 13; Tablet; rv:126.0) Gecko/126.0 Firefox/126.0',
  ],
  [
    'Firefox Focus, Android',
    ['android', null, '12'],
    `Mozilla/5.0 (Android 12; Mobile; rv:109.0) Gecko/118.0 Firefox/118.0`,
  ],
  // Browsers that put a language where others put the model
  [
    'MIUI Browser',
    ['android', '2201117TY', '13'],
    `Mozilla/5.0 (Linux; U; Android 13; de-de; 2201117TY Build/TKQ1.221114.001) ${W} Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.9.1-gn`,
  ],
  [
    'MIUI Browser, a Redmi',
    ['android', 'Redmi Note 8 Pro', '11'],
    `Mozilla/5.0 (Linux; U; Android 11; ru-ru; Redmi Note 8 Pro Build/RP1A.200720.011) ${W} Version/4.0 Chrome/89.0.4389.116 Mobile Safari/537.36 XiaoMi/MiuiBrowser/12.16.3.1-gn`,
  ],
  [
    'UC Browser',
    ['android', 'SM-G991B', '12'],
    `Mozilla/5.0 (Linux; U; Android 12; en-US; SM-G991B Build/SP1A.210812.016) ${W} Version/4.0 Chrome/78.0.3904.108 UCBrowser/13.4.0.1306 Mobile Safari/537.36`,
  ],
  [
    'HeyTap Browser',
    ['android', 'RMX2151', '11'],
    `Mozilla/5.0 (Linux; U; Android 11; en-us; RMX2151 Build/RP1A.200720.011) ${W} Version/4.0 Chrome/90.0.4430.61 Mobile Safari/537.36 HeyTapBrowser/45.8.10.1`,
  ],
  [
    'Vivo Browser',
    ['android', 'V2025', '12'],
    `Mozilla/5.0 (Linux; Android 12; V2025; wv) ${W} Version/4.0 Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/11.2.5.0`,
  ],
  // Huawei, HarmonyOS
  [
    'Huawei Browser, HarmonyOS',
    ['android', 'ELS-AN00', '12'],
    `Mozilla/5.0 (Linux; Android 12; HarmonyOS; ELS-AN00; HMSCore 6.13.0.322) ${W} Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36`,
  ],
  [
    'Huawei Browser, Android',
    ['android', 'VOG-L29', '10'],
    `Mozilla/5.0 (Linux; Android 10; VOG-L29; HMSCore 6.11.0.302) ${W} Chrome/99.0.4844.88 HuaweiBrowser/13.0.5.303 Mobile Safari/537.36`,
  ],
  // Web views inside apps, which name the phone
  ['Facebook, Android, bare', ['android', 'SM-S921B', '16'], BARE_FACEBOOK],
  [
    'Instagram, Android',
    ['android', 'Pixel 8', '14'],
    `Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240805.005; wv) ${W} Version/4.0 Chrome/131.0.6778.39 Mobile Safari/537.36 Instagram 358.0.0.0.21 Android (34/14; 420dpi; 1080x2400; Google/google; Pixel 8; shiba; shiba; de_DE)`,
  ],
  [
    'Facebook, Android',
    ['android', 'SM-A546B', '14'],
    `Mozilla/5.0 (Linux; Android 14; SM-A546B Build/UP1A.231005.007; wv) ${W} Version/4.0 Chrome/130.0.6723.107 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/490.0.0.63.82;]`,
  ],
  [
    'TikTok, Android',
    ['android', 'M2007J20CG', '12'],
    `Mozilla/5.0 (Linux; Android 12; M2007J20CG Build/SKQ1.211019.001; wv) ${W} Version/4.0 Chrome/120.0.6099.43 Mobile Safari/537.36 musical_ly_2023201010 JsSdk/1.0 BytedanceWebview/d8a21c6`,
  ],
  [
    'Snapchat, Android',
    ['android', 'CPH2385', '13'],
    `Mozilla/5.0 (Linux; Android 13; CPH2385 Build/SP1A.210812.016; wv) ${W} Version/4.0 Chrome/119.0.6045.66 Mobile Safari/537.36 Snapchat/12.60.0.43`,
  ],
  [
    'WeChat, Android',
    ['android', 'PGT-AN10', '14'],
    `Mozilla/5.0 (Linux; Android 14; PGT-AN10 Build/HONORPGT-AN10; wv) ${W} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160065 MMWEBSDK/20230805 MicroMessenger/8.0.42`,
  ],
  [
    'Line, Android',
    ['android', 'SO-51D', '13'],
    `Mozilla/5.0 (Linux; Android 13; SO-51D Build/64.2.E.1.157; wv) ${W} Version/4.0 Chrome/124.0.6367.82 Mobile Safari/537.36 Line/14.6.0/IAB`,
  ],
  [
    'Google app, Android',
    ['android', 'Pixel 7', '14'],
    `Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP2A.240805.005; wv) ${W} Version/4.0 Chrome/127.0.6533.103 Mobile Safari/537.36 GSA/15.30.31.28.arm64`,
  ],
  [
    'an app’s own web view, Android',
    ['android', 'Pixel 7', '14'],
    `Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP2A.240805.005; wv) ${W} Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Android’s own HTTP client',
    ['android', 'SM-S918B', '14'],
    'Dalvik/2.1.0 (Linux; U; Android 14; SM-S918B Build/UP1A.231005.007)',
  ],
  // Other makers
  [
    'a Motorola',
    ['android', 'moto g power 5G', '13'],
    `Mozilla/5.0 (Linux; Android 13; moto g power 5G) ${W} Chrome/109.0.5414.117 Mobile Safari/537.36`,
  ],
  [
    'a OnePlus',
    ['android', 'CPH2449', '13'],
    `Mozilla/5.0 (Linux; Android 13; CPH2449) ${W} Chrome/107.0.5304.105 Mobile Safari/537.36`,
  ],
  [
    'a Nokia',
    ['android', '7.2', '11'],
    `Mozilla/5.0 (Linux; Android 11; Nokia 7.2) ${W} Chrome/95.0.4638.50 Mobile Safari/537.36`,
  ],
  [
    'a Fire tablet',
    ['android', 'KFMAWI', '9'],
    `Mozilla/5.0 (Linux; Android 9; KFMAWI) ${W} Silk/108.4.6 like Chrome/108.0.5359.220 Safari/537.36`,
  ],
  // Desktops
  [
    'Chrome on a Mac',
    ['mac', null, null],
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${W} Chrome/131.0.0.0 Safari/537.36`,
  ],
  [
    'Chrome on Windows',
    ['windows', null, null],
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${W} Chrome/131.0.0.0 Safari/537.36`,
  ],
  ['Firefox on Linux', ['linux', null, null], 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  [
    'Firefox on Ubuntu',
    ['linux', null, null],
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  ],
  [
    'Chrome on a Chromebook',
    ['chromeos', null, null],
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${W} Chrome/131.0.0.0 Safari/537.36`,
  ],
  // No phones, and nothing at all
  ['curl', ['other', null, null], 'curl/8.5.0'],
  ['an empty agent', [null, null, null], ''],
];

export const userAgents = rows.map(([browser, [device, model, systemVersion], agent]) => ({
  browser,
  agent,
  facts: { device, model, systemVersion } as Omit<AgentFacts, 'browser'>,
}));
