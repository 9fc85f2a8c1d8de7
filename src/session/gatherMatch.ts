import { clickId } from '../core/clickId';
import { fingerprint } from '../core/fingerprint';
import { isOnDomains } from '../core/linkDomains';
import { lookFor } from '../core/lookFor';
import { parseLink } from '../core/parseLink';
import type { Settings } from '../core/resolveConfig';
import type { Trace } from '../core/trace';
import { within } from '../core/within';
import type { DeviceFact, DeviceFacts, Ports } from '../ports';

/** The user agent needs a web view on iOS, and now and then it never comes. */
const SLOW_FACT_MS = 1000;

interface Gathering {
  ports: Ports;
  settings: Settings;
  trace: Trace;
  timeoutMs: number;
  mayPrompt(): boolean;
}

function readClickId({ ports, trace, timeoutMs }: Gathering): Promise<string | null> | null {
  if (ports.os !== 'android') return null;
  const { clock, installReferrer } = ports;
  return lookFor(trace('referrer'), clock, timeoutMs, installReferrer, clickId, 'the install referrer has no clickId');
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

function readPastedLink({ ports, settings, trace, timeoutMs, mayPrompt }: Gathering): Promise<string | null> | null {
  if (ports.os !== 'ios' || !settings.useClipboard || !mayPrompt()) return null;
  return lookFor(
    trace('clipboard'),
    ports.clock,
    timeoutMs,
    async () => ((await ports.clipboardHasUrl()) && mayPrompt() ? ports.clipboardText() : null),
    (text) => {
      const link = parseLink(text);
      return link?.type === 'verified' && isOnDomains(link.host, settings.linkDomains) ? link.url : null;
    },
    settings.linkDomains && 'no link on config.linkDomains'
  );
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
