import type { App } from '../../storage/schema/tables.ts';
import { readAddress } from '../../values/address.ts';
import { isHost, isLocalHost, isReservedHost } from '../../values/hosts.ts';
import { ask, originOf, readBody, reasonOf, type HostsOfApp } from './askHost.ts';
import { checkAssociations } from './checkAssociations.ts';
import { bad, good, unknown, type Finding } from './Finding.ts';

/** This address is reserved for documentation, so nobody comes from there. */
export const CLAIMED_ADDRESS = '192.0.2.66';

/** Nobody can own this name. */
const CLAIMED_HOST = 'claimed.example.invalid';

/** Two letters that ISO 3166 gives to no country. */
export const CLAIMED_COUNTRY = 'QZ';

export interface Seen {
  address: string | null;
  host: string;
  protocol: string;
  country: string | null;
}

/** Who asks for the examination of a host, and for which app. */
export interface Visit extends HostsOfApp {
  app: App;
  /** What the service sees of the request for the examination; null if that came over no network. */
  asker: Seen | null;
  /** A token that opens only `/api/whoami`, because it is sent to whatever answers on the app's hosts. */
  probe: string;
  /** The header in which a proxy names the visitor's country, if the service reads one. */
  countryHeader: string | null;
}

function judgeAddress(host: string, { address }: Seen, asker: Seen | null): Finding {
  if (address === CLAIMED_ADDRESS) {
    return bad(
      `${host}: visitors can fake their IP address`,
      'TRUSTED_PROXIES is higher than the number of proxies in front, or the proxy forwards X-Forwarded-For unchanged.'
    );
  }
  // The service may reach its own host over a private network. A request from outside proves more.
  const isPassed = asker?.host === host && asker.address !== null && !isLocalHost(asker.address);
  if (!isPassed && (address === null || (isLocalHost(address) && !isLocalHost(host)))) {
    return bad(
      `${host}: everybody seems to come from ${address ?? 'nowhere'}`,
      'Set TRUSTED_PROXIES to the number of proxies in front, or to their addresses.'
    );
  }
  return good(`${host}: the proxy forwards the visitor’s address`);
}

/** Checks that visitors can't choose their country. */
function judgeCountry(host: string, { country }: Seen, header: string | null): Finding[] {
  if (header === null) return [];
  return country === CLAIMED_COUNTRY
    ? [
        bad(
          `${host}: visitors can fake their country`,
          `The proxy forwards ${header} as visitors send it: let the proxy set or remove it.`
        ),
      ]
    : [good(`${host}: visitors can’t fake their country`)];
}

function judgeHost(host: string, seen: Seen): Finding {
  if (seen.host === host) return good(`${host}: the proxy forwards the host`);
  return seen.host === CLAIMED_HOST
    ? bad(
        `${host}: visitors can fake the host`,
        'The proxy forwards X-Forwarded-Host as visitors send it: let the proxy set it, or set PROXY_HOST_HEADER=host if it forwards Host.'
      )
    : bad(
        `${host}: the service sees the host ${seen.host}`,
        'Let the proxy forward Host or X-Forwarded-Host, and set TRUSTED_PROXIES.'
      );
}

/** Judges what the service saw of a request that claimed another address, host, protocol and country than it has. */
export function judgeProxy(
  host: string,
  seen: Seen,
  { asker, countryHeader }: Pick<Visit, 'asker' | 'countryHeader'>
): Finding[] {
  return [
    judgeAddress(host, seen, asker),
    ...judgeCountry(host, seen, countryHeader),
    judgeHost(host, seen),
    seen.protocol === 'https' || isLocalHost(host)
      ? good(`${host}: links begin with ${seen.protocol}://`)
      : bad(
          `${host}: links begin with http://`,
          'Let the proxy set X-Forwarded-Proto to https, whatever visitors send, and set TRUSTED_PROXIES.'
        ),
  ];
}

/**
 * What `/api/whoami` answered; null if it isn't this service's answer, because a stranger's text could steer a
 * terminal.
 */
function readSeen(body: string): Seen | null {
  try {
    const { address, host, protocol, country } = JSON.parse(body) as Record<keyof Seen, unknown>;
    const isRight =
      (address === null || (typeof address === 'string' && readAddress(address) === address)) &&
      typeof host === 'string' &&
      isHost(host) &&
      (protocol === 'http' || protocol === 'https') &&
      (country === null || (typeof country === 'string' && /^[A-Z]{2}$/.test(country)));
    return isRight ? { address, host, protocol, country } : null;
  } catch {
    return null;
  }
}

async function checkProxy(host: string, visit: Visit): Promise<Finding[]> {
  try {
    const headers = {
      authorization: `Bearer ${visit.probe}`,
      'x-forwarded-for': CLAIMED_ADDRESS,
      'x-forwarded-host': CLAIMED_HOST,
      'x-forwarded-proto': 'http',
      ...(visit.countryHeader === null ? {} : { [visit.countryHeader]: CLAIMED_COUNTRY }),
    };
    const response = await ask(visit, `${originOf(host)}/api/whoami`, headers);
    const body = await readBody(response);
    const seen = response.ok ? readSeen(body) : null;
    if (seen) return judgeProxy(host, seen, visit);
    return [
      unknown(
        `${host}: what the proxy forwards (${response.status})`,
        'Another service answers on this host, or this one with another database: check DNS and the proxy.'
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

/** Checks what iOS, Android and visitors get from one host of an app. */
export async function examineHost(host: string, visit: Visit): Promise<Finding[]> {
  if (isReservedHost(host)) {
    return [unknown(`${host}: not checked, because nobody can own this name`, 'Give the app a host that you own.')];
  }
  const [files, proxy] = await Promise.all([checkAssociations(host, visit), checkProxy(host, visit)]);
  return [...files, ...proxy];
}
