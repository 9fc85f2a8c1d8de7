import * as expoRouter from 'react-native-deferred-link/expo-router';
import * as main from 'react-native-deferred-link';
import * as testing from 'react-native-deferred-link/testing';
import * as earlier from 'react-native-deferred-link/v0.3';

test('the entries load in an app whose Jest has no configuration for them', () => {
  expect(main.LinkProvider).toBeInstanceOf(Function);
  expect(expoRouter.createNativeIntent).toBeInstanceOf(Function);
  expect(testing.TestLinkProvider).toBeInstanceOf(Function);
  expect(earlier.LinkProvider).toBeInstanceOf(Function);
});
