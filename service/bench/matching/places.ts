/** A value and its share; the shares need not add up to anything. */
export type Shares<Value> = readonly (readonly [Value, number])[];

interface Hardware {
  model: string;
  width: number;
  height: number;
  scale: number;
  /** The size that the system tells an app; browsers round it. */
  exact?: readonly [number, number];
  usualVersion?: string;
}

type Agent = (version: string, model: string) => string;

/** `webkit` is the version that WebKit claims; Android's agents have none. */
type InAppAgent = (phone: { version: string; model: string; webkit?: string }) => string;

/** The phones, browsers and languages of a country. They are assumptions, as the numbers in population.ts are. */
export interface Place {
  iphones: Shares<Hardware>;
  /** The version, and what Safari's agent says of the system. */
  iosVersions: Shares<{ version: string; agent: string }>;
  androids: Shares<Hardware>;
  androidVersions: Shares<string>;
  /** How many phones have the version that is usual for their model, if it names one. */
  usualVersionPart: number;
  /** Agents of browsers that say the same on every phone. */
  frozenAgents: Shares<string>;
  /** Agents of the others. All tell the version, and all but Firefox tell the model. */
  openAgents: Shares<Agent>;
  /** Agents of browsers inside other apps. */
  inAppAgents: Record<'ios' | 'android', Shares<InAppAgent>>;
  /** Another phone's size, which WebKit shows to pages that it suspects of fingerprinting. */
  snappedScreen: { width: number; height: number; scale: number };
  language: string;
  otherLanguages: readonly string[];
  timezone: string;
  otherTimezones: readonly string[];
}

/** Common values become commoner (above one) or rarer (below one). */
export function concentrate<Value>(shares: Shares<Value>, concentration: number): Shares<Value> {
  return shares.map(([value, share]) => [value, share ** concentration]);
}

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

/** Phones with the same screen. */
function alike(screen: Omit<Hardware, 'model' | 'usualVersion'>, models: Record<string, number | [number, string]>) {
  return Object.entries(models).map(([model, given]): [Hardware, number] => {
    const [share, usualVersion] = typeof given === 'number' ? [given] : given;
    return [{ ...screen, model, ...(usualVersion === undefined ? {} : { usualVersion }) }, share];
  });
}

const FROZEN_AGENTS: Shares<string> = [
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/143.0.0.0 Mobile Safari/537.36`, 66],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`, 9],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/143.0.0.0 Mobile Safari/537.36 EdgA/143.0.0.0`, 3],
];

/** What Meta's agents call the iPhones below. */
const IDENTIFIERS: Readonly<Record<string, string>> = {
  'iPhone SE': 'iPhone14,6',
  'iPhone 11': 'iPhone12,1',
  'iPhone 12 mini': 'iPhone13,1',
  'iPhone 13 Pro Max': 'iPhone14,3',
  'iPhone 14': 'iPhone14,7',
  'iPhone 15': 'iPhone15,4',
  'iPhone 15 Pro Max': 'iPhone16,2',
  'iPhone 16 Pro': 'iPhone17,1',
  'iPhone 16 Pro Max': 'iPhone17,2',
};

const iosView = (webkit = '') =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${webkit} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`;
const androidView: Agent = (version, model) =>
  `Mozilla/5.0 (Linux; Android ${version}; ${model} Build/AP3A.241105.008; wv) ${WEBKIT} Version/4.0 Chrome/143.0.7499.34 Mobile Safari/537.36`;

/** Instagram and Facebook name phone and system. On iOS the others name neither; on Android every web view does. */
const IN_APP_AGENTS: Place['inAppAgents'] = {
  ios: [
    [
      ({ version, model, webkit }) =>
        `${iosView(webkit)} Instagram 416.0.0.0.0 (${IDENTIFIERS[model]}; iOS ${version.replace('.', '_')}; de_DE; de; scale=3.00; 1290x2796; 0)`,
      40,
    ],
    [
      ({ version, model, webkit }) =>
        `${iosView(webkit)} [FBAN/FBIOS;FBAV/540.0.0.28.70;FBBV/830000000;FBDV/${IDENTIFIERS[model]};FBMD/iPhone;FBSN/iOS;FBSV/${version};FBSS/3;FBCR/;FBID/phone;FBLC/de_DE;FBOP/80]`,
      25,
    ],
    [
      ({ webkit }) =>
        `${iosView(webkit)} musical_ly_41.4.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6`,
      15,
    ],
    [({ webkit }) => iosView(webkit), 20],
  ],
  android: [
    [({ version, model }) => `${androidView(version, model)} Instagram 410.0.0.39.70 Android`, 40],
    [({ version, model }) => `${androidView(version, model)} [FB_IAB/FB4A;FBAV/540.0.0.28.70;IABMV/1;]`, 20],
    [
      ({ version, model }) =>
        `[FBAN/FB4A;FBAV/540.0.0.28.70;FBBV/830000000;FBDM/{density=3.0};FBLC/de_DE;FBCR/;FBMF/;FBBD/;FBPN/com.facebook.katana;FBDV/${model};FBSV/${version};FBOP/1;FBCA/arm64-v8a:;]`,
      5,
    ],
    [({ version, model }) => `${androidView(version, model)} musical_ly_2024104030 BytedanceWebview/d8a21c6`, 15],
    [({ version, model }) => androidView(version, model), 20],
  ],
};

const firefox: Agent = (version) => `Mozilla/5.0 (Android ${version}; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0`;
const miui: Agent = (version, model) =>
  `Mozilla/5.0 (Linux; U; Android ${version}; de-de; ${model} Build/TKQ1.221114.001) ${WEBKIT} Version/4.0 Chrome/123.0.6312.118 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.30.0-gn`;
const huawei: Agent = (version, model) =>
  `Mozilla/5.0 (Linux; Android ${version}; HarmonyOS; ${model}; HMSCore 6.15.0.302) ${WEBKIT} Chrome/114.0.5735.196 HuaweiBrowser/16.0.7.301 Mobile Safari/537.36`;

/** Where the start values were revised after runs of the bench. */
export const GERMANY: Place = {
  iphones: [
    [{ width: 390, height: 844, scale: 3, model: 'iPhone 14' }, 28],
    [{ width: 393, height: 852, scale: 3, model: 'iPhone 15' }, 24],
    [{ width: 430, height: 932, scale: 3, model: 'iPhone 15 Pro Max' }, 14],
    [{ width: 402, height: 874, scale: 3, model: 'iPhone 16 Pro' }, 10],
    [{ width: 414, height: 896, scale: 2, model: 'iPhone 11' }, 10],
    [{ width: 428, height: 926, scale: 3, model: 'iPhone 13 Pro Max' }, 6],
    [{ width: 440, height: 956, scale: 3, model: 'iPhone 16 Pro Max' }, 4],
    [{ width: 375, height: 812, scale: 3, model: 'iPhone 12 mini' }, 3],
    [{ width: 375, height: 667, scale: 2, model: 'iPhone SE' }, 3],
  ],
  iosVersions: [
    [{ version: '26.0', agent: '18_6' }, 12],
    [{ version: '26.1', agent: '18_6' }, 25],
    [{ version: '26.2', agent: '18_7' }, 23],
    [{ version: '18.6', agent: '18_6' }, 12],
    [{ version: '18.5', agent: '18_5' }, 8],
    [{ version: '17.7', agent: '17_7' }, 10],
    [{ version: '16.7', agent: '16_7' }, 6],
    [{ version: '18.1', agent: '18_1' }, 4],
  ],
  androids: [
    ...alike(
      { width: 412, height: 915, exact: [411.43, 914.29], scale: 2.625 },
      { 'Pixel 7': 6, 'Pixel 8': 5, 'Pixel 7a': 4, 'Pixel 6a': 3 }
    ),
    ...alike({ width: 384, height: 832, exact: [384, 832], scale: 2.8125 }, { 'SM-S911B': 6, 'SM-S921B': 8 }),
    ...alike({ width: 360, height: 780, exact: [360, 780], scale: 3 }, { 'SM-G991B': 6, 'SM-S901B': 8, 'SM-S711B': 6 }),
    ...alike(
      { width: 412, height: 892, exact: [411.43, 891.43], scale: 2.625 },
      { 'SM-A546B': 6, 'SM-A536B': 5, 'SM-A526B': 5 }
    ),
    ...alike(
      { width: 393, height: 873, exact: [392.73, 872.73], scale: 2.75 },
      { '2201117TY': 5, '23021RAA2Y': 5, '2312DRA50G': 4, M2101K6G: 4 }
    ),
    ...alike(
      { width: 360, height: 800, exact: [360, 800], scale: 3 },
      { CPH2385: 3, 'SM-A145R': 4, 'SM-A256B': 3, 'moto g54 5G': 2, RMX3890: 2 }
    ),
  ],
  androidVersions: [
    ['14', 40],
    ['15', 25],
    ['13', 20],
    ['12', 15],
  ],
  usualVersionPart: 0,
  frozenAgents: FROZEN_AGENTS,
  openAgents: [
    [firefox, 4],
    [miui, 4],
    [huawei, 2],
  ],
  inAppAgents: IN_APP_AGENTS,
  snappedScreen: { width: 414, height: 896, scale: 3 },
  language: 'de-DE',
  otherLanguages: ['en-US', 'tr-TR', 'ru-RU', 'pl-PL', 'ar-SA', 'uk-UA'],
  timezone: 'Europe/Berlin',
  otherTimezones: ['Europe/London', 'Europe/Istanbul', 'America/New_York', 'Europe/Madrid', 'Asia/Dubai'],
};

/**
 * Nothing was tuned to it: it was written down before its first run, and no value of the matcher changed after. Nearly
 * everybody has an Android of a few makers, speaks one language, and shares a carrier's addresses.
 */
export const BRAZIL: Place = {
  ...GERMANY,
  androids: [
    ...alike(
      { width: 360, height: 800, exact: [360, 800], scale: 2 },
      { 'SM-A155M': [9, '15'], 'SM-A055M': [8, '14'], 'SM-A145M': [7, '14'], 'moto g24': [5, '14'] }
    ),
    ...alike(
      { width: 412, height: 915, exact: [411.43, 914.29], scale: 1.75 },
      { 'moto g34 5G': [6, '14'], 'moto g84 5G': [5, '14'], 'moto g22': [3, '12'] }
    ),
    ...alike(
      { width: 393, height: 873, exact: [392.73, 872.73], scale: 2.75 },
      { '23106RN0DA': [7, '14'], '2209116AG': [5, '13'], '23053RN02A': [4, '14'], '22111317PG': [3, '13'] }
    ),
    ...alike(
      { width: 412, height: 892, exact: [411.43, 891.43], scale: 2.625 },
      { 'SM-A546E': [6, '15'], 'SM-A346M': [5, '15'], 'SM-A256E': [4, '15'] }
    ),
    ...alike(
      { width: 360, height: 780, exact: [360, 780], scale: 3 },
      { 'SM-S911B': [4, '15'], 'SM-S921B': [3, '15'], 'SM-G990E': [3, '14'] }
    ),
    ...alike(
      { width: 384, height: 854, exact: [384, 853.33], scale: 1.875 },
      { 'SM-A035M': [5, '13'], 'moto e22': [4, '12'], 'SM-A022M': [2, '11'] }
    ),
  ],
  androidVersions: [
    ['14', 34],
    ['13', 22],
    ['15', 18],
    ['12', 14],
    ['11', 12],
  ],
  usualVersionPart: 0.7,
  openAgents: [
    [firefox, 1],
    [miui, 2],
  ],
  language: 'pt-BR',
  otherLanguages: ['en-US', 'es-419', 'pt-PT'],
  timezone: 'America/Sao_Paulo',
  otherTimezones: ['America/Manaus', 'America/Cuiaba', 'America/Noronha'],
};
