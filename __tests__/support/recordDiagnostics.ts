import type { Diagnostic } from 'react-native-deferred-link';
import { createDevice } from './createDevice';
import { linkServer } from './linkServer';

/** Launches the app on a device, and records its diagnostics. */
export async function recordDiagnostics(
  options: Parameters<typeof createDevice>[0],
  answers: Parameters<typeof linkServer>[0]
) {
  linkServer(answers);
  const entries: Diagnostic[] = [];
  const device = createDevice(options);
  const app = await device.launch({ config: { onDiagnostic: (entry) => entries.push(entry) } });
  await device.wait(6000);
  return { entries, app, device };
}
