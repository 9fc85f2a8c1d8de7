import { askAgain } from '../core/askAgain';
import { clickId } from '../core/clickId';
import { readFact } from '../core/fingerprint';
import { firstUsable } from '../core/firstUsable';
import { isOnDomains } from '../core/linkDomains';
import { parseLink, withoutFragment } from '../core/parseLink';
import { reasonOf } from '../core/reasonOf';
import { within } from '../core/within';
import type { DeviceFact, Source } from '../ports';
import type { SessionParts } from './SessionParts';

/** The user agent needs a web view on iOS, and sometimes it never comes. */
const SLOW_FACT_MS = 1000;

/**
 * What Google Play answers while it updates itself on a new phone, in the words of the packages and their versions. If
 * play-install-referrer gives no code, the connection was lost.
 */
const PASSING =
  /SERVICE_(DISCONNECTED|UNAVAILABLE)|REMOTE_?EXCEPTION|connection .*lost|response ?code\W*1\b|Google Play: (?!.*"responseCode")/i;

interface Gathering extends Pick<SessionParts, 'ports' | 'settings' | 'install' | 'trace'> {
  /** How long the store may take to say which click led to the install. */
  referrerMs: number;
  /** How long a person may take to answer the paste prompt. */
  promptMs: number;
  /** How long a click id that comes after that still counts. */
  lateMs: number;
  mayPrompt(): boolean;
  /** What an earlier launch found on the clipboard. */
  pastedLink?: string | undefined;
  /** The fingerprint was answered, and isn't sent a second time. */
  isSpent?: boolean | undefined;
  isOurs(url: string): boolean;
}

const readReferrer = (answer: unknown) => (typeof answer === 'string' ? answer : null);

/** The click id, if it comes in time; else what becomes of it. The fingerprint never waits for a second question. */
async function readClickId({ ports, install, trace, referrerMs, lateMs }: Gathering) {
  const { os, clock, installReferrer } = ports;
  if (os !== 'android') return {};
  const done = trace('referrer');
  const patienceMs = referrerMs / 2;
  let late: Promise<string | null> | undefined;

  const { value: id } = await within(
    clock,
    referrerMs,
    () =>
      new Promise<string | null>((resolve) => {
        const ask = (left: number, repeat: () => void) =>
          firstUsable(clock, left, installReferrer, readReferrer, install.isAllowed, patienceMs, (error) => {
            // Another source that hangs keeps nobody from asking again.
            if (PASSING.test(reasonOf(error))) clock.after(patienceMs, repeat);
          });
        late = askAgain(clock, lateMs, ask, ({ ok, reason }) => {
          if (!ok) resolve(null);
          return PASSING.test(String(reason));
        }).then(({ ok, value, reason }) => {
          const found = clickId(value);
          done(found ? 'found' : ok ? 'none' : 'failed', found ? undefined : (reason ?? 'no clickId'));
          resolve(found);
          return found;
        });
      })
  );
  return { id, late };
}

async function readFacts({ ports, settings, install, trace, referrerMs, isSpent }: Gathering) {
  if (isSpent) return null;
  const { os, clock, device } = ports;
  const done = trace('fingerprint');
  const { shouldUseFingerprint } = settings;
  if (shouldUseFingerprint !== true && shouldUseFingerprint !== os) {
    done('off');
    return null;
  }
  const ms = Math.min(referrerMs, SLOW_FACT_MS);
  const facts = await Promise.all(
    Object.entries<(answer: unknown) => unknown>(readFact).map(async ([name, read]) => {
      const { value = null } = await firstUsable(clock, ms, device[name as DeviceFact], read, install.isAllowed);
      return [name, value] as const;
    })
  );
  const missing = facts.flatMap(([name, value]) => (value === null ? name : []));
  done('gathered', missing.length ? `without ${missing.join(', ')}` : undefined);
  return Object.fromEntries(facts);
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

/** How to read a clipboard that holds a URL, or `false`. */
function readHasUrl(answer: unknown) {
  const [hasUrl, read] = answer as [unknown, Source];
  return typeof hasUrl === 'boolean' ? hasUrl && read : null;
}

async function readClipboard(gathering: Gathering): Promise<string | undefined> {
  const { ports, settings, trace, promptMs, mayPrompt, pastedLink } = gathering;
  if (ports.os !== 'ios' || !settings.shouldUseClipboard || !mayPrompt()) return pastedLink;
  const done = trace('clipboard');
  const { clock } = ports;
  const hasUrl = await firstUsable(clock, Math.min(promptMs, SLOW_FACT_MS), ports.clipboard, readHasUrl, mayPrompt);
  // Whoever says that there is a URL is the one that is read, so nobody sees two prompts.
  const text = hasUrl.value && mayPrompt() ? await within<unknown>(clock, promptMs, hasUrl.value) : hasUrl;
  const { link, reason = 'no link' }: ClipboardLink = text.ok && hasUrl.value ? readText(text.value, gathering) : text;
  done(link ? 'found' : text.ok ? 'none' : 'failed', link ? undefined : reason);
  return link;
}

/** What the app lacks is said once all is asked for. */
async function advise({ ports }: Gathering, known: ReturnType<typeof readFacts>, ...others: Promise<unknown>[]) {
  await Promise.all(others);
  const advice = ports.missingAdvice?.(await known);
  if (advice) ports.log.advise(advice);
}

/** The body of the match request, or `null` if there is nothing to ask; and a click id that is late. */
export async function gatherMatch(gathering: Gathering) {
  const facts = readFacts(gathering);
  const reading = readClipboard(gathering);
  const click = readClickId(gathering);
  if (__DEV__) void advise(gathering, facts, reading, click);
  const { id, late } = await click;
  if (id) return { body: { clickId: id } };
  const { os, clock } = gathering.ports;
  const [known, pastedLink] = [await facts, await reading];
  const pasted = pastedLink !== undefined && { pastedLink };
  const body = known ? { platform: os, ...known, timestamp: clock.now(), ...pasted } : pasted || null;
  return { body, late };
}
