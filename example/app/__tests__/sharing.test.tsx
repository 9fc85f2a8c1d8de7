import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { Link } from 'react-native-deferred-link';
import { clearLoggedEvents, loggedEvents } from 'react-native-deferred-link/testing';
import { afterEach, expect, test } from 'vitest';

import { greetingOf } from '../sharing/greetingOf';
import { openApp } from './openApp';

afterEach(() => {
  cleanup();
  clearLoggedEvents();
});

const INVITATION = '/promo/WELCOME15?ref=invite';
const BY_CLICK_ID = { by: 'clickId', confidence: 1 } as const;
const BY_FINGERPRINT = { by: 'fingerprint', confidence: 0.97 } as const;
const BY_CLIPBOARD = { by: 'clipboard', confidence: 1 } as const;

test('who comes by a friend’s invitation is told who has sent it', async () => {
  await openApp({ link: INVITATION, linkData: { invitedBy: 'Ada' }, linkMatch: BY_CLICK_ID });
  expect(screen.getByText('Ada has invited you.')).toBeTruthy();
  expect(screen.getByText('15 % off your first order')).toBeTruthy();
});

test('a shared lamp says who thought of you', async () => {
  await openApp({ link: '/product/halo-lamp', linkData: { sharedBy: 'Ada' }, linkMatch: BY_CLICK_ID });
  expect(screen.getByText('Ada thinks you’d like this.')).toBeTruthy();
});

test.each([BY_FINGERPRINT, BY_CLIPBOARD])(
  'a match by $by may be somebody else’s, so that it only asks',
  async (match) => {
    await openApp({ link: INVITATION, linkData: { invitedBy: 'Ada' }, linkMatch: match });
    expect(screen.getByText('Welcome! Did Ada invite you?')).toBeTruthy();
    expect(screen.queryByText('Ada has invited you.')).toBeNull();
  }
);

test('a deferred link of which nobody says how it was matched only asks, too', async () => {
  await openApp({ link: INVITATION, linkData: { invitedBy: 'Ada' } });
  expect(screen.getByText('Welcome! Did Ada invite you?')).toBeTruthy();
});

test('the greeting stays with the screen that the link has opened', async () => {
  await openApp({ link: INVITATION, linkData: { invitedBy: 'Ada' }, linkMatch: BY_CLICK_ID });
  await act(async () => fireEvent.click(screen.getAllByLabelText(/Halo lamp/)[0] as HTMLElement));
  expect(screen.getByText('A ring of warm light')).toBeTruthy();
  expect(screen.getAllByText('Ada has invited you.')).toHaveLength(1);
});

test.each([undefined, null, 42, '', '  ', 'x'.repeat(41), { name: 'Ada' }])('%j is nobody’s name', (invitedBy) => {
  expect(greetingOf({ data: { invitedBy }, match: null } as Partial<Link> as Link)).toBeNull();
});

test('a link that can’t be made is told in plain words, and nothing is logged', async () => {
  // Under a test provider there is no service that could make one.
  await openApp();
  await act(async () => fireEvent.click(screen.getByText('Invite a friend')));
  expect(screen.getByRole('alert').textContent).toMatch(/^We couldn’t make a link just now\./);
  expect(loggedEvents()).toEqual([]);
});
