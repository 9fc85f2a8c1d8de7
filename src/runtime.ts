import { createOutbox, type Outbox } from './analytics/outbox';
import { createEventPipeline } from './analytics/eventPipeline';
import { createLinkAnalytics, type LinkAnalytics as Analytics } from './analytics/LinkAnalytics';
import { configAdvice } from './core/configAdvice';
import { isFilter, readConsent, resolveConfig, type Settings } from './core/resolveConfig';
import { createPorts } from './native/createPorts';
import type { Ports } from './ports';
import { createInstallId } from './service/installId';
import { createLinkService, type LinkService } from './service/linkService';
import { createTrace, type Trace } from './core/trace';
import { createLinkSession } from './session/linkSession';
import { createLinkState } from './session/linkState';
import type { Config, Consent } from './types';

export const ports = createPorts();
export const outbox = createOutbox();
/** The web has no installs to match: nothing is read, sent or stored there. */
const isInert = () => ports.os === 'web';

export type LinkAnalytics = Analytics;
export const LinkAnalytics: LinkAnalytics = createLinkAnalytics(ports, outbox);
export { createPorts };
export const linkState = createLinkState(isInert() ? null : undefined, ports.reportFailure);

/** Fields that the session reads once, at its start. */
const FIXED_FIELDS = ['API_KEY', 'appID', 'baseUrl', 'storage'] as const;

interface Running {
  settings: Settings;
  service: LinkService;
  trace: Trace;
  setConsent(consent: Consent): void;
  remount(): void;
}

/** What a session acts on, apart from the link that it publishes. */
export interface World {
  ports: Ports;
  outbox: Outbox;
}

/** A component that is mounted, or about to be. */
export interface Provider {
  /** Applies its newest config, if it is the one that decides. */
  apply?(): void;
}

/** One start of the app, and everything that changes while it runs. */
export function createLaunch(world: World) {
  return {
    world,
    /** The providers that are mounted; the oldest decides. */
    providers: new Set<Provider>(),
    hasProvider: false,
    latest: undefined as Config | undefined,
    /** The provider that `latest` came from. */
    latestBy: undefined as Provider | undefined,
    running: undefined as Running | undefined,
  };
}

/** Held here, so that `/testing` can put another launch in its place. */
export const app = { launch: createLaunch({ ports, outbox }) };

/** Whether a provider has been mounted. */
export const isProvided = () => app.launch.hasProvider;
export function noteProvider() {
  app.launch.hasProvider = true;
}

function start(config: Config, isDeaf: boolean): Running {
  const { launch } = app;
  const { ports, outbox } = launch.world;
  const settings = resolveConfig(config, ports.isDevelopment);
  configAdvice(config).forEach(ports.log.advise);
  const store = ports.createStore(settings.storage);
  const installId = createInstallId(ports, store);
  const parts = {
    ports,
    settings,
    installId,
    service: createLinkService(ports, settings, installId),
    store,
    trace: createTrace(ports.clock, () => launch.latest?.onDiagnostic),
    filter: (url: string) => !isFilter(launch.latest?.filter) || launch.latest.filter(url),
    isDeaf,
  };
  const session = createLinkSession(parts, {
    ...linkState,
    // A session that `/testing` has ended tells nobody what it finds.
    publish: (told) => {
      if (app.launch === launch) linkState.publish(told);
    },
  });
  // The session starts first, as the app waits for it.
  session.start();
  const pipeline = createEventPipeline({ ...parts, onSave: session.defendFlag }, outbox);
  try {
    ports.onForeground((isForeground) => {
      pipeline.hurry();
      if (isForeground) session.comeBack();
      else session.defendFlag();
    });
  } catch {
    // Without app states, events are sent by count and time alone.
  }

  return {
    ...parts,
    remount: session.remount,
    setConsent(consent) {
      installId.setConsent(consent);
      session.setConsent(consent);
      // A denial removes what is stored, even if a mistake in the config stops everything else.
      if (settings.problem !== null && consent !== 'denied') outbox.discard();
      else pipeline.setConsent(consent);
    },
  };
}

/** Says in development which changes a running session ignores. A new storage object at each render is no mistake. */
function adviseOnChange(before: Config, after: Config, isRemount: boolean) {
  for (const field of FIXED_FIELDS) {
    if (before[field] === after[field] || (field === 'storage' && !isRemount)) continue;
    ports.log.advise(
      `config.${field} has changed, which has no effect: there is one session per process. Restart the app, or ` +
        'call resetLinkSession() of react-native-deferred-link/testing between tests.'
    );
  }
}

/** Notes a provider; the returned function notes that it is gone. */
export function mountProvider(provider: Provider): () => void {
  const { providers, running } = app.launch;
  if (providers.size === 0) running?.remount();
  providers.add(provider);
  return () => {
    providers.delete(provider);
    // If several leave in one turn, none of them has a say between two of them.
    void Promise.resolve().then(() => [...providers][0]?.apply?.());
  };
}

/**
 * Starts everything at the first call; later calls change what may change while the app runs. If several providers
 * are mounted, only the oldest decides, so that none overrules the consent of another.
 */
export function configure(provider: Provider, config: Config, isDeaf: boolean) {
  provider.apply = () => configure(provider, config, isDeaf);
  noteProvider();
  const { launch } = app;
  const [oldest] = launch.providers;
  if (provider !== oldest) return;
  // It is asked again here, as a test may set `Platform.OS` after the import.
  if (!launch.running && isInert()) {
    if (linkState.get() === undefined) linkState.publish(null);
    return outbox.discard();
  }
  const { latest: before, latestBy } = launch;
  launch.latest = config;
  launch.latestBy = provider;
  // An app without types may pass nothing at all.
  const consent = readConsent((config as Config | undefined)?.consent);
  if (__DEV__ && before && config) adviseOnChange(before, config, provider !== latestBy);
  const isChange = !launch.running || consent !== readConsent(before?.consent);
  launch.running ??= start(config, isDeaf);
  if (isChange) launch.running.setConsent(consent);
}
