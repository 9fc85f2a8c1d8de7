import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { consentSwitch } from '../deviceCheck/consentSwitch';
import { openApp } from './openApp';

// As flows/build.sh does.
vi.hoisted(() => {
  process.env.EXPO_PUBLIC_CONSENT = 'pending';
});

afterEach(cleanup);

test('a build that begins without consent asks on the first screen, until it has an answer', async () => {
  await openApp();
  await act(async () => fireEvent.click(screen.getByText('Yes, find the link I came from')));
  expect(consentSwitch.read()).toBe('granted');
  expect(screen.queryByText('Yes, find the link I came from')).toBeNull();
});
