import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import type { Phone } from '../deviceCheck/Phone';
import { reportOf } from '../deviceCheck/reportOf';
import { openApp } from './openApp';

afterEach(cleanup);

const phoneWith = (os: string, isEmulator: boolean): Phone => ({
  isSimulated: false,
  os,
  labUrl: '',
  deviceInfo: () => ({ model: 'Pixel', systemVersion: '16', isEmulator: () => Promise.resolve(isEmulator) }),
});

test.each([
  ['android', true, 'Pixel (emulator)'],
  ['ios', true, 'Pixel (simulator)'],
  ['android', false, 'Pixel'],
])('the row of a phone on %s, virtual: %s, names it %s', async (os, isEmulator, name) => {
  const report = await reportOf(phoneWith(os, isEmulator), [], new Date(0));
  expect(report.split('\n').at(-1)).toContain(`| 1970-01-01 | ${name} |`);
});

test.each(['show', 'step'])('the step that a link names by “%s” comes first', async (name) => {
  await openApp({ link: `/device-check?${name}=update` });
  const [first] = screen.getAllByTestId(/./);
  expect(first?.dataset.testid).toBe('update');
});
