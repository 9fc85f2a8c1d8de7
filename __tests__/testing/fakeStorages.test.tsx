import type * as Library from 'react-native-deferred-link';
import type * as Kit from 'react-native-deferred-link/testing';
import { createNativeModules } from '../support/nativeModules';

function loadStorage(name: string) {
  createNativeModules({}).install();
  return (require(name) as { default: Library.LinkStorage }).default;
}

describe.each<[string, () => Library.LinkStorage]>([
  ['the memory storage', () => (require('react-native-deferred-link/testing') as typeof Kit).createMemoryStorage()],
  ['async-storage 3', () => loadStorage('@react-native-async-storage/async-storage')],
  ['async-storage 2', () => loadStorage('async-storage-2')],
])('as a LinkStorage, %s', (_, open) => {
  test('gives null for what is not there', async () => {
    expect(await open().getItem('a')).toBeNull();
  });

  test('gives back what was stored last, whatever the text', async () => {
    const storage = open();
    for (const text of ['1', 'ü\n"\u0000🙂', 'x'.repeat(100_000)]) {
      await storage.setItem('a', text);
      expect(await storage.getItem('a')).toBe(text);
    }
  });

  test('keeps keys apart', async () => {
    const storage = open();
    await storage.setItem('a', '1');
    await storage.setItem('a:b', '2');
    await storage.removeItem?.('a');
    expect([await storage.getItem('a'), await storage.getItem('a:b')]).toEqual([null, '2']);
  });

  test('removes what is not there without complaint', async () => {
    const storage = open();
    await storage.removeItem?.('a');
    expect(await storage.getItem('a')).toBeNull();
  });

  test('carries out calls in the order they were made', async () => {
    const storage = open();
    await Promise.all([storage.setItem('a', '1'), storage.setItem('a', '2')]);
    expect(await storage.getItem('a')).toBe('2');
    await Promise.all([storage.removeItem?.('a'), storage.setItem('a', '3')]);
    expect(await storage.getItem('a')).toBe('3');
  });
});
