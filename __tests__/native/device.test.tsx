import { inRelease } from '../support/inRelease';
import { runFirst } from '../support/runFirst';

describe.each([
  ['a TurboModule', true],
  ['a legacy module', false],
])('device-info as %s', (_, isTurbo) => {
  test.each(['ios', 'android'] as const)('gives every fact on %s', async (os) => {
    const { body, told } = await runFirst({ os, isTurbo });
    expect(body).toMatchObject({
      model: 'Phone 1',
      manufacturer: os === 'ios' ? 'Apple' : 'Google',
      systemVersion: os === 'ios' ? '18.1' : '15',
      userAgent: 'Mozilla/5.0 (test)',
    });
    expect(told('fingerprint')?.reason).toBeUndefined();
  });

  test('is read in a release build without its JavaScript', () =>
    inRelease(async () => {
      const { body } = await runFirst({ isTurbo, packages: { 'react-native-device-info': 'no-such-package' } });
      expect(body).toMatchObject({ model: 'Phone 1', userAgent: 'Mozilla/5.0 (test)' });
    }));
});
