import type { Diagnostic } from 'react-native-deferred-link';
import { createDevice } from './createDevice';
import { linkServer } from './linkServer';
import type { DeviceOptions } from './nativeModules';

/** What a first run sends, and all that is told of it. */
export async function runFirst(options: DeviceOptions, { ms = 0, config = {} } = {}) {
  const service = linkServer({ 'match-link': { link: '/found' } });
  const diagnostics: Diagnostic[] = [];
  const device = createDevice({ installTime: Date.now(), ...options });
  const app = await device.launch({ config: { ...config, onDiagnostic: (entry) => void diagnostics.push(entry) } });
  await device.wait(ms);
  return {
    app,
    device,
    service,
    body: service.to('match-link')[0]?.body,
    calls: device.phone.calls,
    told: (step: string) => diagnostics.find((entry) => entry.step === step),
  };
}
