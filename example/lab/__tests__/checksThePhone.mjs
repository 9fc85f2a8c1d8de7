import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openCheckedPhone } from './checkedPhone.mjs';
import { browser, server } from './stage.mjs';

const NEEDS_PHONE = 'Needs a phone';
const ELSEWHERE = 'Not on this system';

/** What a phone answers on which nothing is broken. */
const healthy = (os) => ({
  storage: NEEDS_PHONE,
  deviceInfo: NEEDS_PHONE,
  locale: NEEDS_PHONE,
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
    assert.doesNotMatch(text, /pk_|clickId=|https?:/);
  });
}
