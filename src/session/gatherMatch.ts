import { askAgain } from '../core/askAgain';
import { within } from '../core/within';
import { clickId } from '../core/clickId';
import { fingerprint, type DeviceFacts } from '../core/fingerprint';
import { isOnDomains } from '../core/linkDomains';
import { parseLink, withoutFragment } from '../core/parseLink';
import type { SessionParts } from './SessionParts';

/** The user agent needs a web view on iOS, and sometimes it never comes. */
const SLOW_FACT_MS = 1000;

/**
 * What Google Play answers while it updates itself on a new phone, as the versions of the package report it. Without a
 * code the connection was lost.
 */
const PASSING = /SERVICE_(DISCONNECTED|UNAVAILABLE)|"responseCode":"?-?1\b|install referrer: (?!.*"responseCode")/;

interface Gathering extends Pick<SessionParts, 'ports' | 'settings' | 'install' | 'trace'> {
  /** How long the store may take to say which click led to the install. */
  referrerMs: number;
  /** How long a person may take to answer the paste prompt. */
  promptMs: number;
  /** How long a click id that comes after that still counts. */
  lateMs: number;
  mayPrompt(): boolean;
  clipboard: string | null;
  isOurs(url: string): boolean;
}

/** The click id, if it comes in time; else what becomes of it. The fingerprint never waits for a second question. */
async function readClickId({ ports, install, trace, referrerMs, lateMs }: Gathering) {
  const { os, clock } = ports;
  if (os !== 'android') return {};
  const done = trace('referrer');
  let late: Promise<string | null> | undefined;
  const { value: id } = await within(
    clock,
    referrerMs,
    () =>
      new Promise<string | null>((resolve) => {
        late = askAgain(
          clock,
          lateMs,
          (left) => within(clock, left, () => (install.isAllowed() ? ports.installReferrer() : null)),
          ({ reason }) => {
            const mayPass = PASSING.test(String(reason));
            if (mayPass) resolve(null);
            return mayPass;
          }
        ).then(({ ok, value, reason }) => {
          const found = clickId(value);
          done(found ? 'found' : ok ? 'none' : 'failed', found ? undefined : (reason ?? 'no clickId'));
          resolve(found);
          return found;
        });
      })
  );
  return { id, late };
}

async function readFacts({ ports: { os, clock, device }, settings, trace, referrerMs }: Gathering) {
  const done = trace('fingerprint');
  const { shouldUseFingerprint } = settings;
  if (shouldUseFingerprint !== true && shouldUseFingerprint !== os) {
    done('off');
    return null;
  }
  const ms = Math.min(referrerMs, SLOW_FACT_MS);
  const facts = await Promise.all(
    Object.entries(device).map(async ([name, read]) => ({ name, ...(await within(clock, ms, read)) }))
  );
  const missing = facts.flatMap(({ name, ok }) => (ok ? [] : name));
  done('gathered', missing.length ? `without ${missing.join(', ')}` : undefined);
  return Object.fromEntries(facts.map(({ name, value }) => [name, value])) as DeviceFacts;
}

/** The link, or why there is none. */
interface ClipboardLink {
  link?: string;
  reason?: string | undefined;
}

/** All of the text has to be a link: one that only begins with a link may hold anything. */
export function readText(text: unknown, { settings, isOurs }: Pick<Gathering, 'settings' | 'isOurs'>): ClipboardLink {
  // The clipboard module answers "null" where there is no text.
  if (typeof text !== 'string' || !text || text === 'null') return { reason: 'empty, or pasting was refused' };
  const link = /\s/.test(text.trim()) ? null : parseLink(text);
  if (link?.type !== 'verified') return { reason: 'not an http(s) link' };
  if (!isOnDomains(link.host, settings.linkDomains)) return { reason: 'not on config.linkDomains' };
  return isOurs(link.url) ? { link: withoutFragment(link.url) } : { reason: 'refused by config.filter' };
}

async function readClipboard(gathering: Gathering): Promise<string | null> {
  const { ports, settings, trace, promptMs, mayPrompt, clipboard } = gathering;
  if (ports.os !== 'ios' || !settings.shouldUseClipboard || !mayPrompt()) return clipboard;
  const done = trace('clipboard');
  const hasUrl = await within(ports.clock, Math.min(promptMs, SLOW_FACT_MS), ports.clipboardHasUrl);
  const text = hasUrl.value && mayPrompt() ? await within(ports.clock, promptMs, ports.clipboardText) : hasUrl;
  const { link, reason = 'no link' }: ClipboardLink = text.ok && hasUrl.value ? readText(text.value, gathering) : text;
  done(link ? 'found' : text.ok ? 'none' : 'failed', link ? undefined : reason);
  return link ?? null;
}

/** The body of the match request, or `null` if there is nothing to ask; and a click id that is late. */
export async function gatherMatch(gathering: Gathering) {
  const facts = readFacts(gathering);
  const reading = readClipboard(gathering);
  const { id, late } = await readClickId(gathering);
  if (id) return { body: { clickId: id } };
  const { os, clock } = gathering.ports;
  const [known, clipboard] = [await facts, await reading];
  const body = known
    ? fingerprint(os, known, clock.now(), clipboard)
    : clipboard === null
      ? null
      : { pastedLink: clipboard };
  return { body, late };
}
