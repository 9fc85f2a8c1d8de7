import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createExpectations, readResult } from '../../flows/hand/createExpectations.mjs';
import { openCheckedPhone } from './checkedPhone.mjs';
import { browser, server } from './stage.mjs';

/** As many phones at a time as leave each of them fast enough for its own timers. */
const AT_A_TIME = 3;

const NEEDS_PHONE = 'Needs a phone';
const ELSEWHERE = 'Not on this system';

/** What a phone answers on which nothing is broken. */
const healthy = (os) => ({
  storage: NEEDS_PHONE,
  locale: NEEDS_PHONE,
  model: NEEDS_PHONE,
  manufacturer: NEEDS_PHONE,
  systemVersion: NEEDS_PHONE,
  installTime: NEEDS_PHONE,
  userAgent: NEEDS_PHONE,
  referrer: os === 'android' ? NEEDS_PHONE : ELSEWHERE,
  clipboardCheck: os === 'ios' ? NEEDS_PHONE : ELSEWHERE,
  paste: os === 'ios' ? NEEDS_PHONE : ELSEWHERE,
  deferred: NEEDS_PHONE,
  webWarm: NEEDS_PHONE,
  webCold: NEEDS_PHONE,
  schemeWarm: 'Passed',
  schemeCold: 'Passed',
  newActivity: os === 'android' ? NEEDS_PHONE : ELSEWHERE,
  shortLink: 'Passed',
  relaunch: 'Passed',
  airplane: 'Passed',
  update: NEEDS_PHONE,
  consent: 'Passed',
});

/** For each step, what is broken so that it must fail. These functions run in the phone. */
const BROKEN = {
  storage: {
    brokenPart({ asyncStorage }) {
      const { removeItem } = asyncStorage;
      asyncStorage.removeItem = async (key) => (key === 'device-check-tried' ? undefined : removeItem(key));
    },
  },
  model: {
    os: 'ios',
    brokenPart({ deviceInfo }) {
      deviceInfo.model = 'unknown';
    },
  },
  manufacturer: {
    brokenPart({ deviceInfo, platform }) {
      deviceInfo.getSystemManufacturer = async () => 42;
      delete platform.constants.Manufacturer;
    },
  },
  systemVersion: {
    brokenPart({ deviceInfo, platform }) {
      deviceInfo.systemVersion = '';
      delete platform.constants.Release;
    },
  },
  installTime: {
    brokenPart({ deviceInfo }) {
      deviceInfo.getFirstInstallTime = async () => -1;
    },
  },
  userAgent: {
    brokenPart({ deviceInfo }) {
      deviceInfo.getUserAgent = () => Promise.reject(new Error('no web view'));
    },
  },
  locale: {
    brokenPart() {
      Intl.DateTimeFormat = () => ({ resolvedOptions: () => ({}) });
    },
  },
  referrer: {
    brokenPart({ phone }) {
      phone.setup.referrer = null;
    },
  },
  clipboardCheck: {
    os: 'ios',
    brokenPart({ clipboard }) {
      clipboard.hasWebURL = () => undefined;
    },
  },
  paste: {
    os: 'ios',
    brokenPart({ phone }) {
      phone.setup.clipboard.isAllowed = false;
    },
  },
  deferred: { brokenRoute: 'match-link' },
  webWarm: {
    brokenPart({ phone }) {
      const { onUrl } = phone;
      phone.onUrl = (listener) => onUrl((url) => url.includes('webWarm') || listener(url));
    },
  },
  webCold: {
    brokenPart({ phone }) {
      if (phone.setup.initialUrl?.includes('webCold')) phone.setup.initialUrl = null;
    },
  },
  schemeWarm: {
    brokenPart({ phone }) {
      const { onUrl } = phone;
      phone.onUrl = (listener) => onUrl((url) => url.includes('schemeWarm') || listener(url));
    },
  },
  schemeCold: {
    brokenPart({ phone }) {
      if (phone.setup.initialUrl?.includes('schemeCold')) phone.setup.initialUrl = null;
    },
  },
  newActivity: {
    brokenPart({ phone }) {
      const { initialUrl } = phone.setup;
      Object.defineProperty(phone.setup, 'initialUrl', { get: () => initialUrl, set() {} });
    },
  },
  shortLink: { brokenRoute: 'resolve-short' },
  relaunch: {
    brokenPart({ asyncStorage, phone }) {
      const { getItem } = asyncStorage;
      asyncStorage.getItem = async (key) =>
        phone.setup.isRelaunch && !key.startsWith('device-check') ? null : getItem(key);
    },
  },
  airplane: { brokenRoute: 'events' },
  update: {
    brokenPart({ asyncStorage, phone }) {
      const { getItem } = asyncStorage;
      asyncStorage.getItem = async (key) =>
        phone.setup.version === '1.1.0' && !key.startsWith('device-check') ? null : getItem(key);
    },
  },
  consent: {
    brokenPart({ asyncStorage }) {
      const { removeItem } = asyncStorage;
      asyncStorage.removeItem = (key) =>
        key.startsWith('device-check') ? removeItem(key) : Promise.reject(new Error('disk full'));
    },
  },
};

async function check(os, broken) {
  const phone = await openCheckedPhone(browser, server.url, os, broken);
  try {
    await phone.play();
    return { statuses: await phone.statuses(), text: await phone.share() };
  } finally {
    await phone.close();
  }
}

for (const os of ['android', 'ios']) {
  test(`the device check passes on ${os} what the lab can answer, and leaves the rest to a phone`, async () => {
    const { statuses, text } = await check(os);
    assert.deepEqual(statuses, healthy(os));
    assert.match(text, /^Device check of react-native-deferred-link \d/);
    assert.match(text, /\(simulated\)/);
    assert.match(text, /\| none \|$/);
    assert.match(text, /Model \(answered by react-native-device-info in \d+ ms/);
    assert.doesNotMatch(text, /pk_|clickId=|https?:/);
  });
}

test('in an Expo app the device check names Expo’s modules', async () => {
  const { statuses, text } = await check('android', { isExpo: true });
  assert.deepEqual(statuses, healthy('android'));
  for (const answer of ['Model (answered by expo-device', 'Install time (answered by expo-application']) {
    assert.ok(text.includes(answer), text);
  }
  assert.doesNotMatch(text, /answered by react-native-(device-info|play)/);
});

test('a link lets the device check drive itself, and leaves the result for a robot', async () => {
  await assert.rejects(createExpectations(server.url).result(), /no result/);
  const phone = await openCheckedPhone(browser, server.url, 'android', BROKEN.locale);
  try {
    await phone.launch('deferredshop://device-check?run=all');
    await phone.page.getByText('The result was sent').waitFor();
  } finally {
    await phone.close();
  }
  const { report, steps } = await readResult(server.url);
  const found = Object.fromEntries(steps.map(({ id, status }) => [id, status]));
  const { storage, locale, consent, schemeCold, paste } = found;
  assert.deepEqual(
    { storage, locale, consent, schemeCold, paste },
    { storage: 'needsPhone', locale: 'failed', consent: 'passed', schemeCold: 'open', paste: 'otherSystem' }
  );
  assert.deepEqual(Object.keys(found), Object.keys(healthy('android')));
  assert.match(report, /\(simulated\).*\| locale \|$/);
});

test('each broken part of a phone fails its own step of the device check, and no other', async () => {
  const waiting = Object.entries(BROKEN);
  const changed = {};
  async function checkNext() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [part, { os = 'android', ...broken }] = next;
      const { statuses } = await check(os, broken);
      const expected = healthy(os);
      changed[part] = Object.entries(statuses).filter(([id, status]) => status !== expected[id]);
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, checkNext));
  const expected = Object.keys(BROKEN).map((part) => [part, [[part, 'Failed']]]);
  assert.deepEqual(changed, Object.fromEntries(expected));
});
