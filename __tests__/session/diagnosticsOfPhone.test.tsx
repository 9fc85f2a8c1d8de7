import type { Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { linkServer } from '../support/linkServer';
import { recordDiagnostics } from '../support/recordDiagnostics';

test('a clipboard link on a foreign domain is told, without its text', async () => {
  linkServer();
  const entries: Diagnostic[] = [];
  const device = createDevice({ os: 'ios', clipboard: 'https://bank.test/secret', clipboardHasUrl: true });
  await device.launch({ config: { linkDomains: ['go.test'], onDiagnostic: (entry) => entries.push(entry) } });
  expect(entries.find(({ step }) => step === 'clipboard')).toMatchObject({
    outcome: 'none',
    reason: 'not on config.linkDomains',
  });
  expect(JSON.stringify(entries)).not.toContain('bank');
});

test.each([
  ['says that it holds no URL', { clipboardHasUrl: false }, 'no link'],
  ['is empty', { clipboard: '' }, 'empty, or pasting was refused'],
  ['answers "null"', { clipboard: 'null' }, 'empty, or pasting was refused'],
  ['holds a text', { clipboard: 'hunter2' }, 'not an http(s) link'],
  ['holds more than a link', { clipboard: 'https://go.test/x hunter2' }, 'not an http(s) link'],
  ['holds a refused link', { clipboard: 'https://go.test/refused' }, 'refused by config.filter'],
])('a clipboard that %s is not blamed on config.linkDomains', async (_, clipboard, reason) => {
  linkServer();
  const entries: Diagnostic[] = [];
  const device = createDevice({ os: 'ios', clipboardHasUrl: true, ...clipboard });
  await device.launch({
    config: {
      linkDomains: ['go.test'],
      filter: (url) => !url.endsWith('/refused'),
      onDiagnostic: (entry) => entries.push(entry),
    },
  });
  expect(entries.find(({ step }) => step === 'clipboard')).toEqual({
    step: 'clipboard',
    outcome: 'none',
    durationMs: 0,
    reason,
  });
});

test('what a fingerprint lacks, and a referrer without a click id, are told', async () => {
  const { entries } = await recordDiagnostics(
    { os: 'android', referrer: 'utm_source=mail', packages: { 'react-native-device-info': null } },
    {}
  );
  expect(entries.find(({ step }) => step === 'fingerprint')?.reason).toBe('without userAgent');
  expect(entries.find(({ step }) => step === 'referrer')).toMatchObject({
    outcome: 'none',
    reason: 'no clickId',
  });
  expect(entries.map(({ step }) => step)).not.toContain('clipboard');
  expect(consoleLines()).toEqual([
    expect.stringMatching(/Without device facts, the fingerprint is weak\. .*npm install/),
  ]);
});

test('a clipboard that fails says why', async () => {
  const faults = { 'RNCClipboard.getString': () => Promise.reject(new Error('locked')) };
  const { entries } = await recordDiagnostics({ clipboardHasUrl: true, faults }, {});
  expect(entries.find(({ step }) => step === 'clipboard')).toMatchObject({
    outcome: 'failed',
    reason: 'Error: locked',
  });
});
