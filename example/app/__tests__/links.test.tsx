import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { clearLoggedEvents, loggedEvents, openLink } from 'react-native-deferred-link/testing';
import { afterEach, expect, test } from 'vitest';

import { openApp } from './openApp';

afterEach(() => {
  cleanup();
  clearLoggedEvents();
});

test('the app waits behind its splash until the search for a link has ended', async () => {
  await openApp({ isLinkProcessed: false });
  expect(screen.queryByText('Tide mug')).toBeNull();
});

test('without a link the shop opens on its home screen', async () => {
  await openApp();
  expect(screen.getAllByText('Tide mug')).not.toHaveLength(0);
  expect(loggedEvents()).toEqual([]);
});

test('a deferred link opens the product it points to, and the visit is logged', async () => {
  await openApp({ link: '/product/halo-lamp?ref=mail' });
  expect(screen.getByText('A ring of warm light')).toBeTruthy();
  expect(loggedEvents()).toMatchObject([{ name: 'view_item', data: { productId: 'halo-lamp' } }]);
});

test('a link that is tapped later takes over', async () => {
  await openApp({ link: '/product/halo-lamp' });
  await act(async () => openLink('deferredshop://product/ember-candle'));
  expect(screen.getByText('Cedar, smoke, a little orange')).toBeTruthy();
});

test('adding to the cart is logged with the price', async () => {
  await openApp({ link: '/product/halo-lamp' });
  clearLoggedEvents();
  await act(async () => fireEvent.click(screen.getByText(/Add to cart/)));
  expect(loggedEvents()).toMatchObject([
    { name: 'add_to_cart', data: { productId: 'halo-lamp', price: 89, currency: 'EUR' } },
  ]);
});

test('a link to a screen that this version lacks opens the shop’s door', async () => {
  await openApp({ link: '/gift-cards' });
  expect(screen.getAllByText('Tide mug')).not.toHaveLength(0);
});
