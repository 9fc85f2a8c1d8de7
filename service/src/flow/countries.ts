import type { Caller } from './proxies.ts';

/** Where a visitor's country comes from: the header if it counts, otherwise the address. */
export interface CountrySources {
  /** A header that the proxy in front sets, such as CF-IPCountry. */
  header: string | null;
  /** Looks an address up, for example in a MaxMind file. */
  ofAddress: ((address: string) => string | null) | null;
}

export const NO_COUNTRIES: CountrySources = { header: null, ofAddress: null };

/** What Cloudflare and others write if they don't know the country. */
const UNKNOWN = 'XX';

function readCountry(text: string | null | undefined): string | null {
  const country = text?.trim().toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(country) && country !== UNKNOWN ? country : null;
}

export const knowsCountries = ({ header, ofAddress }: CountrySources) => header !== null || ofAddress !== null;

/** Returns two capital letters, or null. The header counts only behind a trusted proxy: anybody else could write it. */
export function countryOf(headers: Headers, caller: Caller, { header, ofAddress }: CountrySources): string | null {
  const told = header !== null && caller.isProxied ? readCountry(headers.get(header)) : null;
  return told ?? (caller.address === null ? null : readCountry(ofAddress?.(caller.address)));
}
