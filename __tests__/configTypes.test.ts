import type { Config, Link, LinkStorage } from 'react-native-deferred-link';
import type { NewLink } from 'react-native-deferred-link/create-link';
import type { NativeIntentOptions } from 'react-native-deferred-link/expo-router';
import type { LinkingSetup } from 'react-native-deferred-link/react-navigation';
import type { FakeServiceAnswers, TestLinkProviderProps } from 'react-native-deferred-link/testing';

/** The optional fields of `T` that `undefined` can't be passed for under `exactOptionalPropertyTypes`. */
type FieldsThatRefuseUndefined<T> = {
  [Field in keyof T]-?: object extends Pick<T, Field> ? (undefined extends Required<T>[Field] ? never : Field) : never;
}[keyof T];

/** Does not compile, and names the fields, where there are any. */
function everyOptionalFieldAcceptsUndefined<T>(
  ...refusing: [FieldsThatRefuseUndefined<T>] extends [never] ? [] : [FieldsThatRefuseUndefined<T>]
) {
  return refusing.length === 0;
}

test('undefined can be passed for every optional field, as settings that may be missing do', () => {
  expect(everyOptionalFieldAcceptsUndefined<Config>()).toBe(true);
  expect(everyOptionalFieldAcceptsUndefined<TestLinkProviderProps>()).toBe(true);
  expect(everyOptionalFieldAcceptsUndefined<FakeServiceAnswers>()).toBe(true);
  expect(everyOptionalFieldAcceptsUndefined<NewLink>()).toBe(true);
  expect(everyOptionalFieldAcceptsUndefined<NativeIntentOptions>()).toBe(true);
  expect(everyOptionalFieldAcceptsUndefined<Pick<LinkingSetup<object>, 'prefixes'>>()).toBe(true);
  // @ts-expect-error The check itself finds a field that refuses it.
  expect(everyOptionalFieldAcceptsUndefined<{ storage?: string }>()).toBe(true);
  const { baseUrl, timeoutMs }: { baseUrl?: string; timeoutMs?: number } = {};
  const config: Config = { API_KEY: 'pk_test', appID: 'shop', baseUrl, timeoutMs };
  expect(config.baseUrl).toBeUndefined();
});

test('what removeItem returns is the storage’s own business: MMKV 4 returns whether there was a value', () => {
  const mmkv: LinkStorage = { getItem: () => null, setItem: () => {}, removeItem: (): boolean => true };
  expect(mmkv.removeItem?.('a')).toBe(true);
});

test('a parameter that a link may lack is not promised', () => {
  // A link comes from outside. Not every app compiles with noUncheckedIndexedAccess, which would say the same.
  const missing: Link['params'][string] = undefined;
  expect(missing).toBeUndefined();
});
