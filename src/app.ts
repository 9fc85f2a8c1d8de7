import { createLinkAnalytics, type LinkAnalytics as Analytics } from './analytics/LinkAnalytics';
import { createOutbox } from './analytics/outbox';
import { docsUrl } from './core/docsUrl';
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
  next?.openLink(url);
}

function adviseOnWeb(name: string) {
  if (__DEV__ && isInert() && !running)
    ports.log.advise(`${name}() does nothing on the web (${docsUrl('api')}#on-the-web).`, 'info');
}

/** The effects of a screen that mounts together with the provider run before the provider's own, which start it. */
const afterMount = <Answer>(ask: () => Answer | Promise<Answer>) => Promise.resolve().then(ask);

export type LinkAnalytics = Analytics;
export const LinkAnalytics: LinkAnalytics = createLinkAnalytics(ports.log, outbox, adviseOnWeb);

/**
 * Opens a URL as if the system had opened the app with it, for example one from a notification, a scanned code, a web
 * view or another SDK. A short link is resolved, the newest link wins, and the same URL within two seconds is one tap.
 * Returns `false` if the string isn't a link, if `config.filter` refuses it, and if it is an http(s) address that isn't
 * on `config.linkDomains`. Before a provider mounts, the newest URL waits, and both are checked at the mount. Never
 * throws.
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
 * Calls `listener` once with every link that the app receives, without taking it. It works outside React and before a
 * provider mounts. The newest link that arrived while nobody listened waits for the first listener. Returns a function
 * that removes the listener.
 *
 * @example
 * const stop = onLink(({ route, type }) => store.dispatch(linkOpened({ route, type })));
 */
export function onLink(listener: (link: Link) => void): () => void {
  adviseOnWeb('onLink');
  return linkState.observe(listener);
}

/**
 * Resolves to the deferred link that brought this install, in every later launch too, or to `null` if there is none.
 * It opens nothing. While a search runs, it waits for at most `config.lateLinkMs`. After the link was opened, data over
 * 4 KiB is `null`. Resolves to `null` without consent, before a provider mounts, and on the web. Never rejects.
 *
 * @example
 * const link = await getInstallLink();
 * analytics.setUserProperty('campaign', link?.params.utm_campaign ?? 'none');
 */
export function getInstallLink(): Promise<Link | null> {
  adviseOnWeb('getInstallLink');
  return afterMount(() => running?.installLink() ?? null);
}

/**
 * Resolves to the service's id for this install. Send it to your server at sign-up, so the server can ask which link
 * brought this user. Resolves to `null` without consent, before a provider mounts, and on the web. Never rejects.
 *
 * @example
 * const installId = await getInstallId();
 * await fetch('https://shop.example/sign-up', { method: 'POST', body: JSON.stringify({ email, installId }) });
 */
export function getInstallId(): Promise<string | null> {
  return afterMount(() => running?.installId() ?? null);
}

/**
 * Matches a link that the person pastes with Apple's paste button, which needs no permission. Any other text is ignored
 * and stays on the phone. If a link is found, it arrives like every deferred link. Works during the first run, and for
 * 24 hours after a first run that found nothing. Needs `consent: 'granted'`. Never rejects.
 *
 * @example
 * <ClipboardPasteButton
 *   acceptedContentTypes={['plain-text', 'url']}
 *   onPress={(data) => matchCopiedLink(data.type === 'text' ? data.text : '')}
 * />
 */
export function matchCopiedLink(text: string): Promise<void> {
  return afterMount(() => running?.session?.matchClipboard(text));
}

/** Fields that are read once, at the first mount, although an app may expect a new value to count. */
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
