import { createBridge } from './analytics/bridge';
import { createEventPipeline } from './analytics/eventPipeline';
import { createLinkAnalytics, type LinkAnalytics as Analytics } from './analytics/LinkAnalytics';
import { configAdvice } from './core/configAdvice';
import { isFilter, readConsent, resolveConfig } from './core/resolveConfig';
import { createPorts } from './native/createPorts';
import { reportFailure } from './native/reportFailure';
import { createInstallId } from './service/installId';
import { createLinkService } from './service/linkService';
import { createTrace } from './core/trace';
import { createLinkSession } from './session/linkSession';
import { createLinkState } from './session/linkState';
import type { Config, Consent } from './types';

const ports = createPorts();
export const bridge = createBridge();
/** The web has no installs to match: nothing is read, sent or stored there. */
const isInert = () => ports.os === 'web';

export type LinkAnalytics = Analytics;
export const LinkAnalytics: LinkAnalytics = createLinkAnalytics(ports, bridge);
export const { clock } = ports;
export const { advise } = ports.log;
export { reportFailure };
export const linkState = createLinkState(isInert() ? null : undefined, reportFailure);

/** What is told once and then kept: another value would belong to another session. */
const FIXED_FIELDS = ['API_KEY', 'appID', 'baseUrl', 'storage'] as const;

interface Running {
  setConsent(consent: Consent): void;
  remount(): void;
}

let latest: Config | undefined;
let running: Running | undefined;
/** The providers that are mounted; the oldest decides. */
const providers = new Set<object>();

let hasProvider = false;
/** Whether a provider has been mounted. */
export const isProvided = () => hasProvider;
export function noteProvider() {
  hasProvider = true;
}

function start(config: Config, isDeaf: boolean): Running {
  const settings = resolveConfig(config, ports.isDevelopment);
  if (__DEV__) configAdvice(config).forEach(advise);
  const store = ports.openStore(settings.storage);
  const installId = createInstallId(ports, store);
  const parts = {
    ports,
    settings,
    installId,
    service: createLinkService(ports, settings, installId),
    store,
    trace: createTrace(ports.clock, () => latest?.onDiagnostic),
    filter: (url: string) => !isFilter(latest?.filter) || latest.filter(url),
    isDeaf,
  };
  const session = createLinkSession(parts, linkState);
  // What the app waits for begins before all else.
  session.start();
  const pipeline = createEventPipeline({ ...parts, onSave: session.defendFlag }, bridge);
  try {
    ports.onForeground((isForeground) => {
      pipeline.hurry();
      if (isForeground) session.comeBack();
      else session.defendFlag();
    });
  } catch {
    // Without app states events go by count and time alone.
  }

  return {
    remount: session.remount,
    setConsent(consent) {
      installId.setConsent(consent);
      session.setConsent(consent);
      // A denial removes what is stored, also where a mistake in the config stops all else.
      if (settings.problem !== null && consent !== 'denied') bridge.discard();
      else pipeline.setConsent(consent);
    },
  };
}

/** Says in development what a running session can't take over. */
function adviseOnChange(before: Config, after: Config) {
  for (const field of FIXED_FIELDS) {
    if (before[field] === after[field]) continue;
    advise(
      `config.${field} has changed, which has no effect: there is one session per process. Restart the app, or ` +
        'call resetLinkSession() of react-native-deferred-link/testing between tests.'
    );
  }
}

/** Notes a provider; the returned function notes that it is gone. */
export function mountProvider(provider: object): () => void {
  if (providers.size === 0) running?.remount();
  providers.add(provider);
  return () => void providers.delete(provider);
}

/**
 * Starts everything at the first call; later ones change what may change while the app runs. Of several
 * providers only the oldest is heard, so that none overrules the consent of another.
 */
export function configure(provider: object, config: Config, isDeaf: boolean) {
  noteProvider();
  const [oldest] = providers;
  if (provider !== oldest) return;
  // Asked again, as a test may set `Platform.OS` after the import.
  if (!running && isInert()) {
    if (linkState.get() === undefined) linkState.publish(null);
    return bridge.discard();
  }
  const before = latest;
  latest = config;
  // An app without types may pass nothing at all.
  const consent = readConsent((config as Config | undefined)?.consent);
  if (__DEV__ && before && config) adviseOnChange(before, config);
  const isChange = !running || consent !== readConsent(before?.consent);
  running ??= start(config, isDeaf);
  if (isChange) running.setConsent(consent);
}
