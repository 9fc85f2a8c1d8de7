import { consoleLines } from '../support/consoleLines';
import { EXPO_MODULES, NO_PACKAGES, type DeviceOptions } from '../support/nativeModules';
import { runFirst } from '../support/runFirst';

describe('the advice names what would help this app', () => {
  async function adviceOn(options: DeviceOptions) {
    const worker = process.env.JEST_WORKER_ID;
    delete process.env.JEST_WORKER_ID;
    try {
      await runFirst(options, { ms: 4000 });
    } finally {
      process.env.JEST_WORKER_ID = worker;
    }
    return consoleLines();
  }

  test.each([
    ['ios', [], 'expo-application expo-clipboard expo-device expo-constants'],
    ['android', [], 'expo-application expo-constants'],
    ['ios', ['ExponentConstants', 'ExpoDevice'], 'expo-application expo-clipboard'],
    ['android', ['ExponentConstants'], 'expo-application'],
  ] as const)('on %s in an Expo app with %j: %s', async (os, expo, names) => {
    const lines = await adviceOn({ os, expo, packages: NO_PACKAGES });
    expect(lines).toEqual([expect.stringContaining(`Run \`npx expo install ${names}\` and rebuild the app`)]);
  });

  test.each([
    ['ios', '@react-native-clipboard/clipboard react-native-device-info'],
    ['android', 'react-native-play-install-referrer react-native-device-info'],
  ] as const)('on %s in an app without Expo: %s', async (os, names) => {
    const lines = await adviceOn({ os, packages: NO_PACKAGES });
    expect(lines).toHaveLength(1);
    const [, named = ''] = /npm install ([^`]*)`/.exec(lines[0] ?? '') ?? [];
    expect(named.split(' ').sort()).toEqual(names.split(' ').sort());
  });

  test('all that is lost, and all that helps', async () => {
    const packages = { 'react-native-play-install-referrer': null };
    const lines = await adviceOn({ os: 'android', packages, faults: { RNDeviceInfo: null } });
    expect(lines).toEqual([
      'warn: [Link] Without the install referrer, Android installs are matched by fingerprint alone. ' +
        "Without the install time, a restored Android backup isn't noticed. Without device facts, the fingerprint is weak. " +
        'Run `npm install react-native-play-install-referrer`; react-native-device-info is installed, ' +
        'but this build lacks its native side: rebuild the app, for iOS after `pod install`.',
    ]);
  });

  test.each(['ios', 'android'] as const)(
    'on %s, nothing of an Expo package that is there and knows nothing',
    async (os) => {
      const nothing = () => Promise.resolve(null);
      const faults = {
        'ExpoApplication.getInstallReferrerAsync': nothing,
        'ExpoApplication.getInstallationTimeAsync': nothing,
        'ExpoDevice.modelName': null,
        'ExponentConstants.getWebViewUserAgentAsync': nothing,
        'ExpoClipboard.hasUrlAsync': nothing,
      };
      expect(await adviceOn({ os, expo: EXPO_MODULES, packages: NO_PACKAGES, faults })).toEqual([]);
    }
  );

  test('to rebuild, where ours is installed and Expo’s isn’t', async () => {
    const lines = await adviceOn({ expo: [], faults: { RNDeviceInfo: null } });
    expect(lines).toEqual([
      expect.stringMatching(/react-native-device-info is installed, but this build lacks its native side[^;]*$/),
    ]);
  });

  test('not in a test that has nothing in the place of Expo’s modules', async () => {
    await runFirst({ expo: [], packages: NO_PACKAGES }, { ms: 4000 });
    expect(consoleLines()).toEqual([]);
  });
});
