import type { App, Key } from '../storage/tables.ts';
import { readAddress } from '../values/address.ts';
import { isHost, isLocalHost, isReservedHost } from '../values/hosts.ts';
import { ask, originOf, readBody, reasonOf } from './askHost.ts';

/** A clock that is further off than this makes clicks too old or too new to match. */
export const CLOCK_TOLERANCE_MS = 5_000;

/** This address is reserved for documentation, so nobody comes from there. */
export const CLAIMED_ADDRESS = '192.0.2.66';

/** One thing that was checked, and what to do if it is wrong. */
export type Finding = { verdict: 'good'; what: string } | { verdict: 'bad' | 'unknown'; what: string; advice: string };

/** How a request looks to the service. */
export interface Seen {
  address: string | null;
  host: string;
  protocol: string;
}

export interface Patient {
  app: App;
  keys: readonly Pick<Key, 'kind' | 'revokedAt'>[];
  /** Milliseconds since 1970, read at the same moment. */
  time: number;
  databaseTime: number;
  /** How the request that asks for the examination looks, if it came over a network. */
  asker: Seen | null;
  /** Opens `/api/whoami` of this service, and nothing else, because it is sent to whatever answers on the app's hosts. */
  probe: string;
}

const good = (what: string): Finding => ({ verdict: 'good', what });
const bad = (what: string, advice: string): Finding => ({ verdict: 'bad', what, advice });
const unknown = (what: string, advice: string): Finding => ({ verdict: 'unknown', what, advice });

interface AssociationFile {
  url: string;
  name: string;
  isRight: (body: string) => boolean;
  advice: string;
}

async function checkFile({ url, name, isRight, advice }: AssociationFile): Promise<Finding> {
  try {
    const response = await ask(url);
    if (response.status >= 300 && response.status < 400) {
      return bad(`${name} is redirected`, `${url} must answer itself: neither Apple nor Google follows a redirect.`);
    }
    const body = await readBody(response);
    if (!response.ok) return bad(`${name} answers with ${response.status}`, `${url} must be this service. ${advice}`);
    if (!response.headers.get('content-type')?.includes('application/json')) {
      return bad(`${name} is not JSON`, `${url} is answered by something else than this service: look at the proxy.`);
    }
    return isRight(body) ? good(name) : bad(`${name} doesn’t name this app`, advice);
  } catch (error) {
    return bad(
      `${name} can’t be reached: ${reasonOf(error)}`,
      `Point the host’s DNS at this server, with a valid certificate, and let the proxy pass ${url} on.`
    );
  }
}

function associationFiles(host: string, { iosAppId, androidPackage, androidSha256 }: App): AssociationFile[] {
  const folder = `${originOf(host)}/.well-known`;
  const ios = {
    url: `${folder}/apple-app-site-association`,
    name: `${host}: the association file for iOS`,
    isRight: (body: string) => body.includes(JSON.stringify(iosAppId)),
    advice: 'The app needs this host and the right iOS app id (--host, --ios-app-id).',
  };
  const android = {
    url: `${folder}/assetlinks.json`,
    name: `${host}: the association file for Android`,
    isRight: (body: string) =>
      body.includes(JSON.stringify(androidPackage)) && androidSha256.every((fingerprint) => body.includes(fingerprint)),
    advice: 'The app needs this host and the right certificates (--host, --android-sha256).',
  };
  return [...(iosAppId === null ? [] : [ios]), ...(androidPackage === null ? [] : [android])];
}

function judgeAddress(host: string, { address }: Seen, asker: Seen | null): Finding {
  if (address === CLAIMED_ADDRESS) {
    return bad(
      `${host}: anybody can claim to be at another address`,
      'TRUSTED_PROXIES is higher than the number of proxies in front, or the proxy passes X-Forwarded-For on as it came.'
    );
  }
  // The service may reach its own host by a private network. A request from outside shows more.
  const isPassed = asker?.host === host && asker.address !== null && !isLocalHost(asker.address);
  if (!isPassed && (address === null || (isLocalHost(address) && !isLocalHost(host)))) {
    return bad(
      `${host}: everybody seems to come from ${address ?? 'nowhere'}`,
      'Set TRUSTED_PROXIES to the number of proxies in front, or to their addresses.'
    );
  }
  return good(`${host}: the proxy passes the visitor’s address on`);
}

/** What the service makes of a request that claimed to come from `CLAIMED_ADDRESS`. */
export function judgeProxy(host: string, seen: Seen, asker: Seen | null = null): Finding[] {
  return [
    judgeAddress(host, seen, asker),
    seen.host === host
      ? good(`${host}: the proxy passes the host on`)
      : bad(
          `${host}: the service is asked as ${seen.host}`,
          'Let the proxy pass Host or X-Forwarded-Host on, and set TRUSTED_PROXIES.'
        ),
    seen.protocol === 'https' || isLocalHost(host)
      ? good(`${host}: links begin with ${seen.protocol}://`)
      : bad(
          `${host}: links begin with http://`,
          'Let the proxy set X-Forwarded-Proto to https, and set TRUSTED_PROXIES.'
        ),
  ];
}

/** What the service says of itself; null if something else answers, whose words could steer a terminal. */
function readSeen(body: string): Seen | null {
  try {
    const { address, host, protocol } = JSON.parse(body) as Record<keyof Seen, unknown>;
    const isRight =
      (address === null || (typeof address === 'string' && readAddress(address) === address)) &&
      typeof host === 'string' &&
      isHost(host) &&
      (protocol === 'http' || protocol === 'https');
    return isRight ? { address, host, protocol } : null;
  } catch {
    return null;
  }
}

async function checkProxy(host: string, { probe, asker }: Patient): Promise<Finding[]> {
  try {
    const headers = { authorization: `Bearer ${probe}`, 'x-forwarded-for': CLAIMED_ADDRESS };
    const response = await ask(`${originOf(host)}/api/whoami`, { headers });
    const body = await readBody(response);
    const seen = response.ok ? readSeen(body) : null;
    if (seen) return judgeProxy(host, seen, asker);
    return [
      unknown(
        `${host}: what the proxy passes on (${response.status})`,
        'Another service answers on this host, or this one with another database: look at DNS and at the proxy.'
      ),
    ];
  } catch (error) {
    return [
      bad(
        `${host} can’t be reached: ${reasonOf(error)}`,
        'Is the service running, and does the host’s DNS point at it?'
      ),
    ];
  }
}

async function checkHost(host: string, patient: Patient): Promise<Finding[]> {
  if (patient.app.demoUntil !== null && isReservedHost(host)) {
    return [unknown(`${host}: not checked, because nobody can own this name`, 'Give the app a host of yours.')];
  }
  const [files, proxy] = await Promise.all([
    Promise.all(associationFiles(host, patient.app).map(checkFile)),
    checkProxy(host, patient),
  ]);
  return [...files, ...proxy];
}

function checkClock({ time, databaseTime }: Patient): Finding {
  const offMs = Math.abs(time - databaseTime);
  return offMs <= CLOCK_TOLERANCE_MS
    ? good('the clocks of service and database agree')
    : bad(
        `the clocks of service and database are ${Math.round(offMs / 1000)} s apart`,
        'Let both machines keep time by NTP.'
      );
}

const adviseOption = (id: string, what: string, option: string) => `Set ${what}: apps set ${id} ${option}`;

function checkKeys({ app, keys }: Patient): Finding[] {
  return (['publishable', 'secret'] as const).map((kind) =>
    keys.some((key) => key.kind === kind && key.revokedAt === null)
      ? good(`the app has a ${kind} key`)
      : bad(`the app has no valid ${kind} key`, `Add one: keys add --app ${app.id} --kind ${kind}`)
  );
}

/** Without an iOS app, which is said on its own, nobody misses the App Store. */
function checkAppStore({ id, iosAppId, appStoreId }: App): Finding[] {
  if (appStoreId !== null) return [good('the landing page knows the App Store')];
  if (iosAppId === null) return [];
  return [
    bad(
      'the landing page can’t lead to the App Store',
      adviseOption(id, 'the number in the App Store', '--app-store-id 1234567890')
    ),
  ];
}

function checkApp({ app }: Patient): Finding[] {
  const advise = (what: string, option: string) => adviseOption(app.id, what, option);
  return [
    app.linkHosts.length > 0
      ? good(`hosts: ${app.linkHosts.join(', ')}`)
      : bad('the app has no host', advise('a host', '--host go.example.com')),
    app.iosAppId !== null
      ? good(`iOS app: ${app.iosAppId}`)
      : unknown(
          'no iOS app, so no link opens the app on an iPhone',
          advise('team and bundle id', '--ios-app-id TEAMID1234.com.example.app')
        ),
    ...checkAppStore(app),
    app.androidPackage === null
      ? unknown(
          'no Android app, so no link opens the app on Android',
          advise('the package', '--android-package com.example.app')
        )
      : app.androidSha256.length > 0
        ? good(`Android app: ${app.androidPackage}`)
        : bad(
            'no certificate of the Android app, so no link opens it',
            advise('its SHA-256 (Play Console, App signing)', '--android-sha256 AA:BB:…')
          ),
    app.scheme !== null
      ? good(`scheme: ${app.scheme}://`)
      : unknown(
          'no scheme, so the landing page can’t offer to open the app',
          advise('the app’s scheme', '--scheme myapp')
        ),
  ];
}

/** Checks what people get wrong; ends within seconds, whatever the hosts do. */
export async function examineApp(patient: Patient): Promise<Finding[]> {
  const ofHosts = await Promise.all(patient.app.linkHosts.map((host) => checkHost(host, patient)));
  return [...checkApp(patient), checkClock(patient), ...checkKeys(patient), ...ofHosts.flat()];
}

/** Asks as the app does, by the first of its hosts. */
export async function tryKey(appId: string, host: string, key: string): Promise<Finding> {
  const origin = originOf(host);
  try {
    const response = await ask(`${origin}/api/link/resolve-short`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'x-app-id': appId, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${origin}/doctor` }),
    });
    return response.status === 200 || response.status === 404
      ? good('the key works')
      : bad(`the key is refused (${response.status})`, 'Is it a key of this app, and was it revoked? See keys list.');
  } catch (error) {
    return bad(`the key can’t be tried: ${reasonOf(error)}`, `Is the service reachable at ${origin}?`);
  }
}
