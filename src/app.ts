import { createLinkAnalytics, type LinkAnalytics as Analytics } from './analytics/LinkAnalytics';
import { createOutbox } from './analytics/outbox';
import { parseLink } from './core/parseLink';
import { readConsent } from './core/resolveConfig';
import { createPorts } from './native/createPorts';
import { createProviders, type Provider } from './providers';
import { start, type Launch } from './runtime';
import { createLinkState } from './session/linkState';
import type { Config, Link } from './types';

export const ports = createPorts();
export const outbox = createOutbox(ports);

/** The web has no installs to match: nothing is read, sent or stored there. */
const isInert = () => ports.os === 'web';

export const linkState = createLinkState(isInert() ? null : undefined, ports.reportFailure);

/** What the app may ask of whatever runs. */
type Doors = 'installId' | 'installLink' | 'openLink';

/** What runs in this process: a launch, or what stands in for it in an app's tests. */
type Running = Launch | (Pick<Launch, Doors> & Partial<Record<Exclude<keyof Launch, Doors>, undefined>>);

let running: Running | undefined;
/** The newest URL that the app has handed over while nothing ran. */
let handed: unknown;

function run(next: Running | undefined) {
  running?.stop?.();
  running = next;
  const url = handed;
  handed = undefined;
  if (url !== undefined) next?.openLink(url);
}

function adviseOnWeb(name: string) {
  if (__DEV__ && isInert() && !running) ports.log.advise(`${name}() does nothing on the web (docs/api.md).`, 'info');
}

export type LinkAnalytics = Analytics;
export const LinkAnalytics: LinkAnalytics = createLinkAnalytics(ports.log, outbox, adviseOnWeb);

/**
 * Hands a URL to the library as if the system had opened the app with it: one of a notification, a scanned code, a web
 * view or another SDK. A short link is resolved, the newest link wins, and the same URL within two seconds is one tap.
 * Returns `false` for what is no link of the app: a text that is no link, a URL that `config.filter` refuses, and an
 * http(s) address that is not on `config.linkDomains`. Before a provider has mounted, the newest URL waits for it, and
 * the filter is asked then. Never throws.
 *
 * @example
 * if (!openLink(scannedText)) showError('This code is not one of ours.');
 */
export function openLink(url: string): boolean {
  adviseOnWeb('openLink');
  if (running) return running.openLink(url);
  if (isInert() || !parseLink(url)) return false;
  handed = url;
  return true;
}

/**
 * Calls `listener` with every link that the app is told, once each, whoever takes it; it takes nothing itself. It works
 * outside React and before a provider has mounted. The newest link that was told while nobody listened waits for the
 * first listener. Returns a function that ends it.
 *
 * @example
 * const stop = onLink(({ route, type }) => store.dispatch(linkOpened({ route, type })));
 */
export function onLink(listener: (link: Link) => void): () => void {
  adviseOnWeb('onLink');
  return linkState.observe(listener);
}

/**
 * The deferred link that brought this install, in every later launch too, or `null` if none was found. While a search
 * runs, the call waits for it, at most `config.lateLinkMs`. The link is never opened because of this. After it was
 * opened, data over 4 KiB is not kept. `null` without consent, before a provider has mounted, and on the web. Never
 * rejects.
 *
 * @example
 * const link = await getInstallLink();
 * analytics.setUserProperty('campaign', link?.params.utm_campaign ?? 'none');
 */
export async function getInstallLink(): Promise<Link | null> {
  adviseOnWeb('getInstallLink');
  // The effects of a screen that mounts together with the provider run before the provider's own, which start it.
  await Promise.resolve();
  return running?.installLink() ?? null;
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
