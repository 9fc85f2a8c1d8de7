import { WAY_OUT_PARAMETERS } from './inAppBrowsers.ts';
import { readPath } from './readPath.ts';

/** The parameter that names the click in the link that a landing page copies. */
const CLICK_ID_PARAMETER = 'clickId';

/** Parameters that an app or a page adds to a link. No destination gets them. */
const OWN_PARAMETERS: readonly string[] = [CLICK_ID_PARAMETER, ...WAY_OUT_PARAMETERS];

export const MAX_CODE_LENGTH = 200;

/** Old links keep their addresses, which may have several segments. */
const CODE = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+){0,7}$/;

/** A landing page lives at /<code>, so no code may begin with a word that the service uses, now or later. */
export const RESERVED_WORDS = [
  'admin',
  'api',
  'apple-app-site-association',
  'assets',
  'dashboard',
  'docs',
  'health',
  'lab',
  'login',
  'metrics',
  'ready',
  'static',
];

/** Without 0, O, 1, l and I, because people read codes aloud and type them. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';

/** 56^8 codes: at a million links the chance that a new one is taken is one in a hundred million. */
const CODE_LENGTH = 8;

/** Higher bytes are skipped, as they would make the alphabet's first characters likelier than its last. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

export interface ShortUrl {
  /** The path, without a slash at its end. */
  path: string;
  clickId: string | null;
  /** The query that is passed on to the destination, without the click id; null if there is none. */
  query: string | null;
}

/**
 * The query that is passed on to the destination, without the service's own parameters. Bytes stay as they came. If
 * it is too long, the last parameters are left out as a whole: half an escape could not be decoded.
 */
export function passedQuery(search: string, longest = Infinity): string | null {
  const parts = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => !OWN_PARAMETERS.includes(part.split('=')[0] ?? ''));
  let length = -1;
  const fitting = parts.filter((part) => (length += part.length + 1) <= longest);
  return fitting.join('&') || null;
}

/** The click id in the query of a page's address, if it looks like one. */
export function carriedClickId(search: string): string | null {
  const id = new URLSearchParams(search).get(CLICK_ID_PARAMETER);
  return id !== null && /^[\w-]{8,64}$/.test(id) ? id : null;
}

export function isLinkCode(text: string): boolean {
  const [first = ''] = text.split('/', 1);
  return text.length <= MAX_CODE_LENGTH && CODE.test(text) && !RESERVED_WORDS.includes(first.toLowerCase());
}

/** Null if the path can't be a code. */
export function codeOfPath(path: string): string | null {
  const code = path.slice(1);
  return isLinkCode(code) ? code : null;
}

export function newLinkCode(): string {
  let code = '';
  while (code.length < CODE_LENGTH) {
    const [byte = FAIR_BYTES] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR_BYTES) code += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return code;
}

/** The address of a link's landing page, by its code or path; with a click id, the form that the page copies. */
export function shortUrl(origin: string, code: string, clickId?: string): string {
  const url = new URL(code.startsWith('/') ? code : `/${code}`, origin);
  if (clickId !== undefined) url.searchParams.set(CLICK_ID_PARAMETER, clickId);
  return url.href;
}

/** Reads what `shortUrl` writes, on any of the given hosts; null for every other text. */
export function readShortUrl(text: string, hosts: readonly string[]): ShortUrl | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (!hosts.includes(url.host)) return null;

  const path = readPath(url.pathname);
  if (path === null) return null;
  const clickId = url.searchParams.get(CLICK_ID_PARAMETER) || null;
  return { path, clickId, query: passedQuery(url.search) };
}
