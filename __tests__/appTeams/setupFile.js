/* global jest */
// What a team has in its `setupFiles`.
jest.mock('@react-native-async-storage/async-storage', () => require('async-storage-2/jest/async-storage-mock'));
jest.mock('@react-native-clipboard/clipboard', () =>
  require('@react-native-clipboard/clipboard/jest/clipboard-mock.js')
);
jest.mock('react-native-device-info', () => require('react-native-device-info/jest/react-native-device-info-mock'));
globalThis.fetch = jest.fn(() => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
