import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createGate } from '../flow/createGate.ts';
import { createLru } from '../values/createLru.ts';

export interface Address {
  address: string;
  family: number;
}

/** The addresses of a host; fails if it has none, or if its name servers don't answer in time. */
export type ResolveName = (host: string, appId: string) => Promise<Address[]>;

/** Name servers that work answer in a tenth of this. */
const WITHIN_MS = 5_000;

/** How many names of one app are looked up at a time: it has at most twenty endpoints, most on few hosts. */
const AT_ONCE = 4;

/** Shorter than most names may be kept, so a host that moved is found soon. */
const KEPT_MS = 30_000;

/** An endpoint whose name can't be found isn't looked up for each of its webhooks. */
const FAILURE_KEPT_MS = 5_000;

const MAX_NAMES = 1_000;

const HOSTS_FILE =
  process.platform === 'win32'
    ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';

const LOOPBACK = ['127.0.0.1', '::1'];

const toAddress = (address: string): Address => ({ address, family: isIP(address) });

/** The addresses of a name in the hosts file. */
function findInHosts(file: string, name: string): string[] {
  return file.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
}

export interface NameResolverOptions {
  /** @default the system's */
  servers?: readonly string[] | undefined;
  /** @default /etc/hosts */
  hostsFile?: string | undefined;
  /** @default 5 s */
  withinMs?: number | undefined;
}

/**
 * Looks names up without getaddrinfo, which has two threads for the whole process: a few names whose servers are silent
 * would hold up all others. Each lookup has its own resolver, so it can be cancelled alone. A name has to be complete,
 * as only getaddrinfo knows search domains.
 */
export function createNameResolver({
  servers,
  hostsFile = HOSTS_FILE,
  withinMs = WITHIN_MS,
}: NameResolverOptions = {}): ResolveName {
  const gate = createGate(Infinity, AT_ONCE, withinMs);
  const known = createLru<{ until: number; addresses: Promise<Address[]> }>(MAX_NAMES);

  async function ask(name: string): Promise<Address[]> {
    const resolver = new Resolver();
    if (servers) resolver.setServers(servers);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      resolver.cancel();
    }, withinMs);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses.map(toAddress);
      if (isLate) throw new Error(`The name servers of ${name} didn’t answer within ${withinMs / 1000} s.`);
      throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error(`${name} has no address.`);
    } finally {
      clearTimeout(timer);
    }
  }

  async function find(name: string, appId: string): Promise<Address[]> {
    const listed = findInHosts(await readFile(hostsFile, 'utf8').catch(() => ''), name);
    if (listed.length > 0) return listed.map(toAddress);
    if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK.map(toAddress);
    return gate(() => ask(name), appId);
  }

  return (host, appId) => {
    if (isIP(host) !== 0) return Promise.resolve([toAddress(host)]);
    const name = host.toLowerCase().replace(/\.$/, '');
    // Not shared by apps: another app's lookup may wait for its turn until it fails.
    const key = `${appId} ${name}`;
    const found = known.get(key);
    if (found && performance.now() < found.until) return found.addresses;
    const entry = { until: Infinity, addresses: find(name, appId) };
    known.set(key, entry);
    const keepFor = (ms: number) => () => void (entry.until = performance.now() + ms);
    entry.addresses.then(keepFor(KEPT_MS), keepFor(FAILURE_KEPT_MS));
    return entry.addresses;
  };
}
