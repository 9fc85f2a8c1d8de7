import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import { createExpectations } from '../../flows/hand/createExpectations.mjs';
import { server } from './stage.mjs';

const QUICK = { patienceMs: 1000, againMs: 100 };

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1';
const HEADERS = { Authorization: 'Bearer pk_demo_local', 'X-App-ID': 'demo-shop', 'content-type': 'application/json' };

/** What an app on a simulator says of it. */
const IPHONE = {
  platform: 'ios',
  model: 'iPhone 17',
  manufacturer: 'Apple',
  systemVersion: '26.5',
  ...{ screenWidth: 402, screenHeight: 874, scale: 3 },
  locale: [{ languageTag: 'en-US' }],
  timezone: 'America/Los_Angeles',
};

async function post(path, body, installId = randomUUID()) {
  const headers = { ...HEADERS, 'X-Install-ID': installId };
  const response = await fetch(new URL(path, server.url), { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(response.status, 200, await response.text());
}

const visit = () => fetch(new URL('product/halo-lamp?ref=robot', server.url), { headers: { 'user-agent': SAFARI } });
const match = (more) => post('api/link/match-link', { ...IPHONE, ...more });

test('a robot learns which clicks and matches the service has seen since a story began', async () => {
  const { clicks, attempts, match: matchedBy } = createExpectations(server.url, Date.now(), QUICK);
  await attempts('0');
  await visit();
  await clicks('1');
  await assert.rejects(clicks('2'), /expected 2, found 1/);
  await match();
  await attempts('1');
  await matchedBy('fingerprint');
  await assert.rejects(matchedBy('clipboard'), /expected clipboard, found fingerprint/);
});

test('a robot learns of a match by a link that was copied and never clicked', async () => {
  const expectations = createExpectations(server.url, Date.now(), QUICK);
  await match({ pastedLink: 'https://shop.example/product/halo-lamp?ref=copied' });
  await expectations.match('clipboard');
});

test('a robot learns of an event that came once, and of one that came twice', async () => {
  const { event } = createExpectations(server.url, Date.now(), QUICK);
  const log = (id) => {
    const timestamp = new Date().toISOString();
    const body = { installId: 'robot', platform: 'ios', sentAt: timestamp };
    return post('api/link/events', { ...body, events: [{ id, name: 'view_item', timestamp }] }, 'robot');
  };
  await assert.rejects(event('view_item'), /expected 1, found 0/);
  await log(randomUUID());
  await event('view_item');
  await assert.rejects(event('add_to_cart'), /expected 1, found 0/);
  await log(randomUUID());
  await assert.rejects(event('view_item'), /expected 1, found 2/);
});

test('a robot fails for a failed step of the device check, but not for the store that an emulator lacks', async () => {
  const { result } = createExpectations(server.url, Date.now());
  const leave = (...steps) => post('lab/device-check', { report: '', steps });
  const referrer = { id: 'referrer', status: 'failed', found: 'no Google Play' };
  await leave(referrer, { id: 'storage', status: 'passed', found: '' });
  await result();
  await leave(referrer, { id: 'locale', status: 'failed', found: 'none' });
  await assert.rejects(result(), { message: 'locale: none' });
});
