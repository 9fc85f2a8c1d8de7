import type { Link, NewLink } from './requests.ts';

const FIELDS = [
  'destination',
  'title',
  'code',
  'description',
  'imageUrl',
  'data',
  'ios',
  'android',
  'desktop',
  'landing',
  'expiresAt',
  'afterwards',
] as const;

/** A link as it stands in a form. Its expiry is what a browser's field has: local time without a zone. */
export type LinkValues = Record<(typeof FIELDS)[number], string>;

export const NO_LINK = Object.fromEntries(FIELDS.map((name) => [name, ''])) as LinkValues;

/** In the reader's zone, to the minute. */
function localTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length);
}

export function linkValuesOf(link: Link): LinkValues {
  return {
    destination: link.destination,
    title: link.title ?? '',
    code: link.code,
    description: link.description ?? '',
    imageUrl: link.imageUrl ?? '',
    data: link.data === null ? '' : JSON.stringify(link.data, null, 2),
    ios: link.fallbacks.ios ?? '',
    android: link.fallbacks.android ?? '',
    desktop: link.fallbacks.desktop ?? '',
    landing: link.landing ?? '',
    expiresAt: link.expiresAt === null ? '' : localTime(link.expiresAt),
    afterwards: link.afterwards ?? '',
  };
}

function readData(text: string): { isRead: boolean; data: Link['data'] } {
  if (text.trim() === '') return { isRead: true, data: null };
  try {
    const data: unknown = JSON.parse(text);
    const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
    return { isRead: isObject, data: isObject ? (data as Record<string, unknown>) : null };
  } catch {
    return { isRead: false, data: null };
  }
}

const textOf = (text: string) => text.trim() || null;

/** The link that a form describes, or null if its data is no JSON object. */
export function linkFromValues(values: LinkValues): Omit<NewLink, 'code'> | null {
  const { isRead, data } = readData(values.data);
  if (!isRead) return null;
  const expires = new Date(values.expiresAt);
  return {
    destination: values.destination.trim(),
    title: textOf(values.title),
    description: textOf(values.description),
    imageUrl: textOf(values.imageUrl),
    data,
    fallbacks: { ios: textOf(values.ios), android: textOf(values.android), desktop: textOf(values.desktop) },
    landing: (values.landing || null) as Link['landing'],
    afterwards: textOf(values.afterwards),
    expiresAt: Number.isNaN(expires.getTime()) ? null : expires.toISOString(),
  };
}
