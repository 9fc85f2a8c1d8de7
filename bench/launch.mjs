import { setFlagsFromString } from 'node:v8';
import { bundle } from './bundle.mjs';
import { expoModules } from './phone/expoModules.mjs';
import { after, phone, WAITS } from './phone/state.mjs';
import { PEER } from './tools.mjs';

const RUNS = 9;
/** A launch of eleven milliseconds varies by a tenth from run to run. */
const RUNS_LATER = 45;

// Phones run bytecode that was compiled with the app; V8 would compile each function at its first call.
setFlagsFromString('--no-lazy');

const script = (library, provider, hook, config) => `
  import { create } from 'react-test-renderer';
  ${library && `import { ${provider}, ${hook} } from '${library}';`}
  const config = ${config};
  export function launch() {
    return new Promise((resolve) => {
      const start = performance.now();
      let renders = 0;
      let first;
      function Consumer() {
        renders++;
        const { isLinkProcessed } = ${hook}();
        if (isLinkProcessed) first ??= performance.now() - start;
        return null;
      }
      const view = create(<${provider} config={config}><Consumer /></${provider}>);
      // Wait some more, for what a library does after it has told the app.
      const timer = setInterval(() => {
        if (first === undefined || performance.now() - start < first + 150) return;
        clearInterval(timer);
        view.unmount();
        resolve({ ms: first, renders });
      }, 10);
    });
  }
`;

/** A provider that only waits for what can't be avoided, and then tells the app. */
const FLOOR = `
  import { createContext, useContext, useEffect, useState } from 'react';
  import { after } from './bench/phone/state.mjs';
  const Context = createContext(null);
  export const useFloor = () => useContext(Context);
  export function FloorProvider({ children }) {
    const [value, setValue] = useState({ isLinkProcessed: false });
    useEffect(() => {
      void globalThis.benchFloor.reduce((before, ms) => before.then(() => after(ms)), Promise.resolve())
        .then(() => setValue({ isLinkProcessed: true }));
    }, []);
    return <Context.Provider value={value}>{children}</Context.Provider>;
  }
`;

const LIBRARIES = {
  floor: FLOOR + script('', 'FloorProvider', 'useFloor', '{}'),
  ours: script(
    'react-native-deferred-link',
    'LinkProvider',
    'useLinkContext',
    "{ API_KEY: 'k', appID: 'a', baseUrl: 'https://links.example' }"
  ),
  peer: script(PEER, 'DetourProvider', 'useDetourContext', "{ apiKey: 'k', API_KEY: 'k', appID: 'a' }"),
};

/**
 * `sendsUserAgent`: the specification asks for it, a phone takes its time to tell it, and the peer doesn't send it.
 * `isExpo`: the app has Expo's modules, and of our packages only async-storage. The peer always asks Expo's modules.
 */
const FIRST_RUNS = {
  'first run, Android, by click id': {
    os: 'android',
    referrer: 'clickId=abc&click_id=abc',
    waits: [Math.max(WAITS.initialUrl, WAITS.storage), WAITS.referrer, WAITS.request],
  },
  'first run, Android, by fingerprint': {
    os: 'android',
    referrer: 'utm_source=organic',
    sendsUserAgent: true,
    waits: [Math.max(WAITS.initialUrl, WAITS.storage), Math.max(WAITS.referrer, WAITS.userAgent), WAITS.request],
  },
  'first run, iOS, with the clipboard': {
    os: 'ios',
    referrer: '',
    sendsUserAgent: true,
    waits: [Math.max(WAITS.initialUrl, WAITS.storage), Math.max(WAITS.clipboard, WAITS.userAgent), WAITS.request],
  },
};

const SCENARIOS = {
  ...FIRST_RUNS,
  ...Object.fromEntries(
    Object.entries(FIRST_RUNS).map(([name, run]) => [`${name}, Expo’s modules`, { ...run, isExpo: true }])
  ),
  'later launch': {
    os: 'android',
    referrer: '',
    isLater: true,
    waits: [Math.max(WAITS.initialUrl, WAITS.storage)],
  },
};

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

async function answer() {
  phone.counts.request++;
  await after(WAITS.request);
  return new Response('{"link":"https://shop.example/product/42?ref=mail"}');
}

/** Runs without the console output of the libraries. */
async function quietly(run) {
  const { log, warn, error } = console;
  Object.assign(console, { log() {}, warn() {}, error() {} });
  try {
    return await run();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

async function launchOn(state, load, isLater) {
  Object.assign(phone, { isExpo: false }, state, { disk: new Map() });
  globalThis.expo = phone.isExpo ? { modules: expoModules } : undefined;
  if (isLater) await (await load()).launch();
  phone.counts = { read: 0, write: 0, request: 0 };
  return { ...(await (await load()).launch()), ...phone.counts };
}

/** The time from mount to processed, compared with the unavoidable waits and with the peer. */
export async function measureLaunches() {
  globalThis.fetch = answer;
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  const loaders = {};
  for (const [name, source] of Object.entries(LIBRARIES)) loaders[name] = await bundle(source);

  const rows = [];
  for (const [scenario, { waits, isLater, sendsUserAgent, ...state }] of Object.entries(SCENARIOS)) {
    globalThis.benchFloor = waits;
    const runs = { floor: [], ours: [], peer: [] };
    // They run in turns, so that the machine is equally busy for all of them.
    for (let run = 0; run < (isLater ? RUNS_LATER : RUNS); run++) {
      for (const name of Object.keys(runs)) {
        runs[name].push(await quietly(() => launchOn(state, loaders[name], isLater)));
      }
    }
    const summary = (name) => ({ ...runs[name][0], ms: median(runs[name].map(({ ms }) => ms)) });
    rows.push({
      scenario,
      isLater,
      sendsUserAgent,
      floor: summary('floor'),
      ours: summary('ours'),
      peer: summary('peer'),
    });
  }
  return rows;
}
