import { linkFromTarget } from '../../src/core/linkFromTarget';
import type * as Kit from 'react-native-deferred-link/testing';
import type * as HandOver from '../../src/react-navigation/handOver';
import type * as Runtime from '../../src/app';
import { createNativeModules } from '../support/nativeModules';

test('after a reset no container of an earlier test waits for a link, or is tried again', () => {
  createNativeModules({}).install();
  const { initialUrl, join, resetHandOver } = require('../../src/react-navigation/handOver') as typeof HandOver;
  const { linkState } = require('../../src/app') as typeof Runtime;
  const sent: string[] = [];
  const earlier = { accepts: () => true, send: ({ route }: { route: string }) => sent.push(route) === 0 };
  void initialUrl(earlier.accepts);
  join(earlier);
  linkState.publish(linkFromTarget({ url: '/cart', route: '/cart' }, 'deferred'));
  expect(sent).toEqual(['/cart']);

  resetHandOver();
  jest.advanceTimersByTime(10_000);
  expect(sent).toEqual(['/cart']);
  linkState.publish(linkFromTarget({ url: '/product/1', route: '/product/1' }, 'deferred'));
  expect(sent).toEqual(['/cart']);
  expect(initialUrl(earlier.accepts)).toBe('deferred-link://product/1');
});

test('after a reset a link that an earlier launch left is on offer no longer', () => {
  createNativeModules({}).install();
  const { linkState } = require('../../src/app') as typeof Runtime;
  const { resetLinkSession } = require('react-native-deferred-link/testing') as typeof Kit;
  linkState.publish(null);
  linkState.offer({ phase: 'stored', link: linkFromTarget({ url: '/cart', route: '/cart' }, 'deferred') });
  expect(linkState.forTaker()?.route).toBe('/cart');
  resetLinkSession();
  linkState.publish(null);
  expect(linkState.forTaker()).toBeNull();
});
