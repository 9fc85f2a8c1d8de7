import { clickId } from '../core/clickId';
import { fingerprint } from '../core/fingerprint';
import { isOnDomains } from '../core/linkDomains';
import { parseLink } from '../core/parseLink';
import type { Settings } from '../core/resolveConfig';
import type { DeviceFact, DeviceFacts, Ports } from '../ports';
import type { Trace } from './diagnostics';
import { within } from './within';

/** The user agent needs a web view on iOS, and now and then it never comes. */
const SLOW_FACT_MS = 1000;

interface Gathering {
  ports: Ports;
  settings: Settings;
  trace: Trace;
  timeoutMs: number;
  mayPrompt(): boolean;
}

async function readClickId({ ports, trace, timeoutMs }: Gathering): Promise<string | null> {
  if (ports.os !== 'android') return null;
  const done = trace('referrer');
  const referrer = await within(ports.clock, timeoutMs, ports.installReferrer);
  const id = referrer.ok ? clickId(referrer.value) : null;
  if (!referrer.ok) done('failed', referrer.reason);
  else done(id ? 'found' : 'none', id ? undefined : 'the install referrer has no clickId');
  return id;
}

async function readFacts({ ports, trace, timeoutMs }: Gathering): Promise<DeviceFacts> {
  const done = trace('fingerprint');
  const names = Object.keys(ports.device) as DeviceFact[];
  const missing: string[] = [];
  const facts = await Promise.all(
    names.map(async (name) => {
      const fact = await within(ports.clock, Math.min(timeoutMs, SLOW_FACT_MS), ports.device[name]);
      if (!fact.ok) missing.push(name);
      return [name, fact.ok ? fact.value : null];
    })
  );
  done('gathered', missing.length ? `could not be read: ${missing.join(', ')}` : undefined);
  return Object.fromEntries(facts) as DeviceFacts;
}

async function readPastedLink({ ports, settings, trace, timeoutMs, mayPrompt }: Gathering): Promise<string | null> {
  if (ports.os !== 'ios' || !settings.useClipboard || !mayPrompt()) return null;
  const done = trace('clipboard');
  const text = await within(ports.clock, timeoutMs, async () =>
    (await ports.clipboardHasUrl()) && mayPrompt() ? ports.clipboardText() : null
  );
  const link = text.ok ? parseLink(text.value) : null;
  const fits = link?.type === 'verified' && isOnDomains(link.host, settings.linkDomains);
  if (!text.ok) done('failed', text.reason);
  else done(fits ? 'found' : 'none', fits || !link ? undefined : 'not a link on config.linkDomains');
  return fits ? link.url : null;
}

/** The body of the match request: a click id where the store kept one, a fingerprint otherwise. */
export async function gatherMatch(gathering: Gathering): Promise<object> {
  const facts = readFacts(gathering);
  const pasted = readPastedLink(gathering);
  const id = await readClickId(gathering);
  if (id) return { clickId: id };
  const { os, clock } = gathering.ports;
  return fingerprint(os, await facts, clock.now(), await pasted);
}
