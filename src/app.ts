import { createLinkAnalytics, type LinkAnalytics as Analytics } from './analytics/LinkAnalytics';
import { createOutbox } from './analytics/outbox';
import { readConsent } from './core/resolveConfig';
import { createPorts } from './native/createPorts';
import { createProviders, type Provider } from './providers';
import { start, type Launch } from './runtime';
import { createLinkState } from './session/linkState';
import type { Config } from './types';

export const ports = createPorts();
export const outbox = createOutbox(ports);

/** The web has no installs to match: nothing is read, sent or stored there. */
const isInert = () => ports.os === 'web';

export type LinkAnalytics = Analytics;
export const LinkAnalytics: LinkAnalytics = createLinkAnalytics(ports.log, outbox);
export const linkState = createLinkState(isInert() ? null : undefined, ports.reportFailure);

/** What runs in this process: a launch, or what stands in for it in an app's tests. */
type Running = Launch | (Pick<Launch, 'installId'> & Partial<Record<Exclude<keyof Launch, 'installId'>, undefined>>);

let running: Running | undefined;

function run(next: Running | undefined) {
  running?.stop?.();
  running = next;
}

/**
 * The id by which the service knows this install, as its requests carry it. Send it to your server at sign-up, and the
 * server can ask which link brought this user. `null` without consent, before a provider has mounted, and on the web.
 * Never rejects.
 *
 * @example
 * await fetch('https://shop.example/sign-up', { method: 'POST', body: JSON.stringify({ email, installId: await getInstallId() }) });
 */
export async function getInstallId(): Promise<string | null> {
  // The effects of a screen that mounts together with the provider run before the provider's own, which start it.
  await Promise.resolve();
  return running?.installId() ?? null;
}

/**
 * Matches a link that the person pastes with Apple's paste button, which asks for no permission. Any other text is
 * ignored and stays on the phone. A link that is found arrives as every deferred link does. It works in the first run,
 * and for 24 hours after one that found nothing; it needs `consent: 'granted'`. Never rejects.
 *
 * @example
 * <ClipboardPasteButton acceptedContentTypes={['plain-text', 'url']} onPress={(data) => matchCopiedLink(data.type === 'text' ? data.text : '')} />
 */
export async function matchCopiedLink(text: string): Promise<void> {
  await Promise.resolve();
  await running?.session?.matchClipboard(text);
}

/** Fields that a launch reads once, at its start. */
const FIXED_FIELDS = ['API_KEY', 'appID', 'baseUrl'] as const;

function adviseOnChange(before: Config, after: Config) {
  for (const field of FIXED_FIELDS) {
    if (before[field] === after[field]) continue;
    ports.log.advise(
      `config.${field} has changed, which has no effect: there is one session per process. Restart the app, or ` +
        'call resetLinkSession() from react-native-deferred-link/testing between tests.'
    );
  }
}

/** An app without types may pass nothing at all. */
const consentOf = (config: Config | undefined) => readConsent(config?.consent);

/** Starts everything at the first call; later calls change what may change while the app runs. */
function decide(config: Config, isDeaf: boolean) {
  if (running?.latest) {
    const { latest, setConsent } = running;
    const { config: before } = latest;
    latest.config = config;
    if (__DEV__ && before && config) adviseOnChange(before, config);
    if (consentOf(config) !== consentOf(before)) setConsent(consentOf(config));
  } else if (isInert()) {
    // It is asked again here, as a test may set `Platform.OS` after the import.
    if (linkState.get() === undefined) linkState.publish(null);
    outbox.discard();
  } else run(start(config, isDeaf, linkState, outbox));
}

const providers = createProviders(ports.log, decide);

export function mountProvider(provider: Provider, isNested: boolean): () => void {
  if (!isNested) running?.session?.readNewActivity();
  return providers.mount(provider, isNested);
}

export const { configure } = providers;

/** The only owner of what runs. */
export const app = {
  current: () => running,
  /** Ends what ran before. */
  start: (next: Running) => run(next),
  /** For tests: nothing runs, and every provider that is still mounted is forgotten. */
  reset() {
    run(undefined);
    providers.forget();
  },
};
