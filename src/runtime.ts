import { createBridge } from './analytics/bridge';
import { createEventPipeline } from './analytics/eventPipeline';
import { createLinkAnalytics } from './analytics/LinkAnalytics';
import { configAdvice } from './core/configAdvice';
import { readConsent, resolveConfig } from './core/resolveConfig';
import { createPorts } from './native/createPorts';
import { createLinkService } from './service/linkService';
import { createTrace } from './core/trace';
import { createLinkSession } from './session/linkSession';
import { createLinkState } from './session/linkState';
import type { Config, Consent } from './types';

const ports = createPorts();
export const bridge = createBridge();
/** The web has no installs to match: nothing is read, sent or stored there. */
const isInert = () => ports.os === 'web';

export const LinkAnalytics = createLinkAnalytics(ports, bridge);
export const linkState = createLinkState(isInert() ? null : undefined);
export const { clock } = ports;
export const { advise } = ports.log;
export { reportFailure } from './native/reportFailure';

let latest: Config | undefined;
let applyConsent: ((consent: Consent) => void) | undefined;

let hasProvider = false;
/** Whether a provider has been mounted. */
export const isProvided = () => hasProvider;
export function noteProvider() {
  hasProvider = true;
}

function start(config: Config) {
  const settings = resolveConfig(config, ports.isDevelopment);
  if (__DEV__) configAdvice(config).forEach(advise);
  const parts = {
    ports,
    settings,
    service: createLinkService(ports, settings),
    store: ports.openStore(settings.storage),
    trace: createTrace(ports.clock, () => latest?.onDiagnostic),
  };
  const session = createLinkSession(parts, linkState);
  // What the app waits for begins before all else.
  session.start();
  const pipeline = createEventPipeline(parts, bridge);
  try {
    ports.onForeground((isForeground) => {
      pipeline.hurry();
      if (isForeground) session.resume();
    });
  } catch {
    // Without app states events go by count and time alone.
  }

  return (consent: Consent) => {
    session.setConsent(consent);
    if (settings.problem !== null) bridge.discard();
    else if (consent === 'granted') pipeline.start();
    else if (consent === 'denied') pipeline.discard();
    else pipeline.pause();
  };
}

/** Starts everything at the first call; later ones change what may change while the app runs. */
export function configure(config: Config) {
  noteProvider();
  const consent = readConsent((config as Config | undefined)?.consent);
  // Asked again, as a test may set `Platform.OS` after the import.
  if (!applyConsent && isInert()) {
    if (linkState.get() === undefined) linkState.publish(null);
    return bridge.discard();
  }
  const isChange = !applyConsent || consent !== readConsent(latest?.consent);
  latest = config;
  applyConsent ??= start(config);
  if (isChange) applyConsent(consent);
}
