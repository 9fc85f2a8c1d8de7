import type { Settings } from '../config/readEnvironment.ts';
import { isLocalHost } from '../types/hosts.ts';
import { connect, type Administration } from './connect.ts';
import { required, type Values } from './values.ts';

/** Longer than a slow server takes, shorter than a person waits. */
const ANSWER_WITHIN_MS = 10_000;

/** A clock that is further off than this makes clicks too old or too new to match. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Set aside for documentation, so nobody comes from there. */
export const CLAIMED_ADDRESS = '192.0.2.66';

/** One thing that was looked at, and what to do if it is wrong. */
export type Finding = { verdict: 'good'; what: string } | { verdict: 'bad' | 'unknown'; what: string; advice: string };

interface App {
  id: string;
  hosts: string[];
  iosAppId: string | null;
  androidPackage: string | null;
  androidSha256: string[];
  appStoreId: string | null;
  scheme: string | null;
}

interface Key {
  kind: string;
  revokedAt: string | null;
}

const good = (what: string): Finding => ({ verdict: 'good', what });
const bad = (what: string, advice: string): Finding => ({ verdict: 'bad', what, advice });
const unknown = (what: string, advice: string): Finding => ({ verdict: 'unknown', what, advice });

type Ask = (url: string, init?: RequestInit) => Promise<Response>;

const ask: Ask = (url, init) =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });

function reasonOf(error: unknown): string {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return root instanceof Error ? root.message : String(root);
}

async function checkFile(
  url: string,
  name: string,
  isRight: (body: string) => boolean,
  advice: string
): Promise<Finding> {
  try {
    const response = await ask(url);
    if (response.status >= 300 && response.status < 400) {
      return bad(`${name} is redirected`, `${url} must answer itself: neither Apple nor Google follows a redirect.`);
    }
    const body = await response.text();
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

async function checkHost(host: string, app: App, token: string | null): Promise<Finding[]> {
  const origin = `${isLocalHost(host) ? 'http' : 'https'}://${host}`;
  const findings: Finding[] = [];
  if (app.iosAppId !== null) {
    const url = `${origin}/.well-known/apple-app-site-association`;
    const id = JSON.stringify(app.iosAppId);
    findings.push(
      await checkFile(
        url,
        `${host}: the association file for iOS`,
        (body) => body.includes(id),
        'Set the app’s --ios-app-id and --host.'
      )
    );
  }
  if (app.androidPackage !== null) {
    const url = `${origin}/.well-known/assetlinks.json`;
    const isRight = (body: string) =>
      body.includes(JSON.stringify(app.androidPackage)) &&
      app.androidSha256.every((fingerprint) => body.includes(fingerprint));
    findings.push(
      await checkFile(
        url,
        `${host}: the association file for Android`,
        isRight,
        'Set the app’s --android-sha256 and --host.'
      )
    );
  }
  return [...findings, ...(await checkProxy(host, origin, token))];
}

/** How a request looks to the service. */
interface Seen {
  address: string | null;
  host: string;
  protocol: string;
}

function judgeAddress(host: string, address: string | null): Finding {
  if (address === CLAIMED_ADDRESS) {
    return bad(
      `${host}: anybody can claim to be at another address`,
      'TRUSTED_PROXIES is higher than the number of proxies in front, or the proxy passes X-Forwarded-For on as it came.'
    );
  }
  if (address === null || (isLocalHost(address) && !isLocalHost(host))) {
    return bad(
      `${host}: everybody seems to come from ${address ?? 'nowhere'}`,
      'Set TRUSTED_PROXIES to the number of proxies in front, or to their addresses.'
    );
  }
  return good(`${host}: the proxy passes the visitor’s address on`);
}

/** What the service makes of a request that claimed to come from `CLAIMED_ADDRESS`. */
export function judgeProxy(host: string, seen: Seen): Finding[] {
  return [
    judgeAddress(host, seen.address),
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

async function checkProxy(host: string, origin: string, token: string | null): Promise<Finding[]> {
  if (token === null) {
    return [unknown(`${host}: what the proxy passes on`, 'Set ADMIN_TOKEN to the service’s token to have it checked.')];
  }
  try {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': CLAIMED_ADDRESS };
    const response = await ask(`${origin}/api/whoami`, { headers });
    if (!response.ok) {
      return [
        unknown(
          `${host}: what the proxy passes on (${response.status})`,
          'ADMIN_TOKEN is not that of the service there.'
        ),
      ];
    }
    return judgeProxy(host, (await response.json()) as Seen);
  } catch (error) {
    return [
      bad(
        `${host} can’t be reached: ${reasonOf(error)}`,
        'Is the service running, and does the host’s DNS point at it?'
      ),
    ];
  }
}

async function checkClock({ call }: Administration): Promise<Finding> {
  const { time, databaseTime } = (await call('/api/whoami')) as { time: string; databaseTime: string };
  const offMs = Math.max(
    Math.abs(Date.parse(time) - Date.parse(databaseTime)),
    Math.abs(Date.parse(time) - Date.now())
  );
  return offMs <= CLOCK_TOLERANCE_MS
    ? good('the clocks of service and database agree')
    : bad(
        `the clocks of service and database are ${Math.round(offMs / 1000)} s apart`,
        'Let both machines keep time by NTP.'
      );
}

async function checkKeys({ call }: Administration, app: App, key: string | undefined): Promise<Finding[]> {
  const { keys } = (await call(`/api/keys?app=${encodeURIComponent(app.id)}`)) as { keys: Key[] };
  const findings = ['publishable', 'secret'].map((kind) =>
    keys.some((candidate) => candidate.kind === kind && candidate.revokedAt === null)
      ? good(`the app has a ${kind} key`)
      : bad(`the app has no valid ${kind} key`, `Add one: keys add --app ${app.id} --kind ${kind}`)
  );
  const [host] = app.hosts;
  if (key === undefined || host === undefined) return findings;
  const origin = `${isLocalHost(host) ? 'http' : 'https'}://${host}`;
  try {
    const response = await ask(`${origin}/api/link/resolve-short`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'x-app-id': app.id, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${origin}/doctor` }),
    });
    const works = response.status === 200 || response.status === 404;
    findings.push(
      works
        ? good('the key works')
        : bad(`the key is refused (${response.status})`, 'Is it a key of this app, and was it revoked? See keys list.')
    );
  } catch (error) {
    findings.push(bad(`the key can’t be tried: ${reasonOf(error)}`, `Is the service reachable at ${origin}?`));
  }
  return findings;
}

function checkApp(app: App): Finding[] {
  const advise = (option: string) => `apps set ${app.id} ${option}`;
  return [
    app.hosts.length > 0
      ? good(`hosts: ${app.hosts.join(', ')}`)
      : bad('the app has no host', advise('--host go.example.com')),
    app.iosAppId !== null
      ? good(`iOS app: ${app.iosAppId}`)
      : unknown('no iOS app, so that no link opens it on an iPhone', advise('--ios-app-id TEAMID1234.com.example.app')),
    app.iosAppId === null || app.appStoreId !== null
      ? good('the landing page knows the App Store')
      : bad('the landing page can’t lead to the App Store', advise('--app-store-id 1234567890')),
    app.androidPackage === null
      ? unknown('no Android app, so that no link opens it there', advise('--android-package com.example.app'))
      : app.androidSha256.length > 0
        ? good(`Android app: ${app.androidPackage}`)
        : bad(
            'no certificate of the Android app, so that no link opens it',
            advise('--android-sha256 AA:BB:… (Play Console, App signing)')
          ),
    app.scheme !== null
      ? good(`scheme: ${app.scheme}://`)
      : unknown('no scheme, so that the landing page can’t offer to open the app', advise('--scheme myapp')),
  ];
}

const MARKS = { good: '✓', bad: '✗', unknown: '?' } as const;

/** Prints each finding, and ends with 1 if something is wrong. */
export async function doctor(settings: Settings, values: Values): Promise<void> {
  const id = required(values, 'app');
  const key = values['publishable-key'];
  const administration = await connect(settings);
  try {
    const app = (await administration.call(`/api/apps/${encodeURIComponent(id)}`)) as App;
    const findings = [
      ...checkApp(app),
      await checkClock(administration),
      ...(await checkKeys(administration, app, typeof key === 'string' ? key : undefined)),
    ];
    for (const host of app.hosts) findings.push(...(await checkHost(host, app, administration.token)));
    for (const finding of findings) {
      console.log(`${MARKS[finding.verdict]} ${finding.what}`);
      if (finding.verdict !== 'good') console.log(`    ${finding.advice}`);
    }
    if (findings.some(({ verdict }) => verdict === 'bad')) process.exitCode = 1;
  } finally {
    await administration.close();
  }
}
