import { fromLocalTime, toLocalTime } from '../ui/times.ts';
import type { Link, NewLink } from './requests.ts';

/** Fields that the form folds away at first. */
export const FOLDED_FIELDS = [
  'name',
  'tags',
  'description',
  'imageUrl',
  'data',
  'ios',
  'android',
  'desktop',
  'landing',
  'iosListing',
  'androidListing',
  'expiresAt',
  'afterwards',
] as const;

export const LINK_FIELDS = ['destination', 'title', 'campaign', 'source', 'medium', 'code', ...FOLDED_FIELDS] as const;

/** What a form saves. A link is disabled and enabled on its own page. */
type FormLink = Pick<Link, Exclude<keyof NewLink, 'code' | 'disabled'>>;

/** A link in a form. Its expiry is a local time in the app's zone, as datetime fields have it. */
export type LinkValues = Record<'code' | Exclude<keyof FormLink, 'fallbacks'> | keyof FormLink['fallbacks'], string>;

export const NO_LINK: LinkValues = Object.fromEntries(LINK_FIELDS.map((name) => [name, ''])) as Record<
  (typeof LINK_FIELDS)[number],
  ''
>;

export function linkValuesOf(link: Link, timeZone: string): LinkValues {
  return {
    destination: link.destination,
    title: link.title ?? '',
    name: link.name ?? '',
    code: link.code,
    campaign: link.campaign ?? '',
    source: link.source ?? '',
    medium: link.medium ?? '',
    tags: link.tags.join(', '),
    description: link.description ?? '',
    imageUrl: link.imageUrl ?? '',
    data: link.data === null ? '' : JSON.stringify(link.data, null, 2),
    ios: link.fallbacks.ios ?? '',
    android: link.fallbacks.android ?? '',
    desktop: link.fallbacks.desktop ?? '',
    landing: link.landing ?? '',
    iosListing: link.iosListing ?? '',
    androidListing: link.androidListing ?? '',
    expiresAt: link.expiresAt === null ? '' : toLocalTime(link.expiresAt, timeZone),
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

/** Tags as somebody types them, with commas between. */
export const tagsOf = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** The link that a form describes, or null if its data is no JSON object. */
export function linkFromValues(values: LinkValues, timeZone: string): FormLink | null {
  const { isRead, data } = readData(values.data);
  if (!isRead) return null;
  return {
    destination: values.destination.trim(),
    title: textOf(values.title),
    name: textOf(values.name),
    campaign: textOf(values.campaign),
    source: textOf(values.source),
    medium: textOf(values.medium),
    tags: tagsOf(values.tags),
    description: textOf(values.description),
    imageUrl: textOf(values.imageUrl),
    data,
    fallbacks: { ios: textOf(values.ios), android: textOf(values.android), desktop: textOf(values.desktop) },
    landing: (values.landing || null) as Link['landing'],
    iosListing: textOf(values.iosListing),
    androidListing: textOf(values.androidListing),
    afterwards: textOf(values.afterwards),
    expiresAt: fromLocalTime(values.expiresAt, timeZone),
  };
}
