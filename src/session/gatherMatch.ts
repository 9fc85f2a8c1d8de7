import { clickId } from '../core/clickId';
import { fingerprint } from '../core/fingerprint';
import { isOnDomains } from '../core/linkDomains';
import { parseLink, withoutFragment } from '../core/parseLink';
import type { Settings } from '../core/resolveConfig';
import type { Trace } from '../core/trace';
import { within } from '../core/within';
import type { DeviceFact, DeviceFacts, Ports } from '../ports';

/** The user agent needs a web view on iOS, and sometimes it never comes. */
const SLOW_FACT_MS = 1000;

/** The pauses before Google Play is asked again: while it updates itself on a new phone, it fails for a moment. */
const PAUSES_MS = [300, 1000];
/** SERVICE_DISCONNECTED and SERVICE_UNAVAILABLE, as the versions of the package report them. */
const PASSING = /SERVICE_(DISCONNECTED|UNAVAILABLE)|"responseCode":"?-?1\b/;

interface Gathering {
  ports: Ports;
  settings: Settings;
  trace: Trace;
  /** How long the store may take to say which click led to the install. */
  referrerMs: number;
  /** How long a person may take to answer the paste prompt. */
  promptMs: number;
  /** How long a click id that comes after that still counts. */
  lateMs: number;
  mayPrompt(): boolean;
  pastedLink: string | null;
  isOurs(url: string): boolean;
}

/** Asks Google Play for the click id. After a failure that passes, `onFailure` is called, and it is asked again. */
async function askForClickId({ clock, installReferrer }: Ports, onFailure: () => void): Promise<string | null> {
  for (const pause of PAUSES_MS) {
    try {
      return clickId(await installReferrer());
    } catch (error) {
      if (!PASSING.test(String(error))) throw error;
      onFailure();
      await new Promise<void>((resume) => clock.after(pause, resume));
    }
  }
  return clickId(await installReferrer());
}

/** The click id, if it comes in time; else what becomes of it. The fingerprint never waits for a second question. */
async function readClickId({ ports, trace, referrerMs, lateMs }: Gathering) {
  if (ports.os !== 'android') return {};
  const { clock } = ports;
  const done = trace('referrer');
  let late: Promise<string | null> | undefined;
  const id = await within(
    clock,
    referrerMs,
    () =>
      new Promise<string | null>((resolve) => {
        late = within(clock, lateMs, () => askForClickId(ports, () => resolve(null))).then((answer) => {
          const found = answer.value ?? null;
          done(
            answer.ok ? (found ? 'found' : 'none') : 'failed',
            answer.reason ?? (found ? undefined : 'it has no clickId')
          );
          resolve(found);
          return found;
        });
      })
  );
  return { id: id.value ?? null, late };
}

async function readFacts({ ports, settings, trace, referrerMs }: Gathering): Promise<DeviceFacts | null> {
  const done = trace('fingerprint');
  const { usesFingerprint } = settings;
  if (usesFingerprint !== true && usesFingerprint !== ports.os) {
    done('off');
    return null;
  }
  const names = Object.keys(ports.device) as DeviceFact[];
  const answers = await Promise.all(
    names.map((name) => within(ports.clock, Math.min(referrerMs, SLOW_FACT_MS), ports.device[name]))
  );
  const missing = names.filter((_, index) => !answers[index]?.ok);
  done('gathered', missing.length ? `could not be read: ${missing.join(', ')}` : undefined);
  return Object.fromEntries(names.map((name, index) => [name, answers[index]?.value])) as DeviceFacts;
}

interface Copied {
  link?: string;
  reason?: string;
  hasFailed?: boolean;
}

/** All of the text has to be a link: one that only begins with a link may hold anything. */
export function readText(text: unknown, { settings, isOurs }: Pick<Gathering, 'settings' | 'isOurs'>): Copied {
  // The clipboard module answers "null" where there is no text.
  if (typeof text !== 'string' || !text || text === 'null') return { reason: 'it is empty, or pasting was refused' };
  const link = /\s/.test(text.trim()) ? null : parseLink(text);
  if (link?.type !== 'verified') return { reason: 'its text is not an http(s) link' };
  if (!isOnDomains(link.host, settings.linkDomains)) return { reason: 'its link is not on config.linkDomains' };
  return isOurs(link.url) ? { link: withoutFragment(link.url) } : { reason: 'config.filter refused its link' };
}

async function readClipboard(gathering: Gathering): Promise<Copied> {
  const { ports, promptMs, mayPrompt } = gathering;
  const hasUrl = await within(ports.clock, Math.min(promptMs, SLOW_FACT_MS), ports.clipboardHasUrl);
  if (hasUrl.ok && !hasUrl.value) return { reason: 'it holds no link' };
  if (!mayPrompt()) return {};
  const text = hasUrl.ok ? await within(ports.clock, promptMs, ports.clipboardText) : hasUrl;
  return text.ok ? readText(text.value, gathering) : { reason: text.reason, hasFailed: true };
}

async function readPastedLink(gathering: Gathering): Promise<string | null> {
  const { ports, settings, trace, mayPrompt, pastedLink } = gathering;
  if (ports.os !== 'ios' || !settings.readsClipboard || !mayPrompt()) return pastedLink;
  const done = trace('clipboard');
  const { link, reason, hasFailed } = await readClipboard(gathering);
  done(link ? 'found' : hasFailed ? 'failed' : 'none', reason);
  return link ?? null;
}

/** The body of the match request: a click id if the store kept one, otherwise a fingerprint; and a click id that is late. `null`: there is nothing to ask. */
export async function gatherMatch(
  gathering: Gathering
): Promise<{ body: object | null; lateClickId?: Promise<string | null> | undefined }> {
  const facts = readFacts(gathering);
  const pasted = readPastedLink(gathering);
  const { id, late } = await readClickId(gathering);
  if (id) return { body: { clickId: id } };
  const { os, clock } = gathering.ports;
  const [known, pastedLink] = [await facts, await pasted];
  const body = known ? fingerprint(os, known, clock.now(), pastedLink) : pastedLink === null ? null : { pastedLink };
  return { body, lateClickId: late };
}
