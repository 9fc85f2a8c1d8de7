import { decode } from './attempt';

/** Longer than any id that a service hands out, and short enough for every log and index. */
const MAX_CLICK_ID_LENGTH = 512;

/** The `clickId` of an install referrer such as `utm_source=mail&clickId=abc`, encoded once or twice. */
export function clickId(referrer: unknown): string | null {
  if (typeof referrer !== 'string') return null;
  for (const text of [referrer, decode(referrer)]) {
    for (const pair of text.split('&')) {
      if (!pair.startsWith('clickId=')) continue;
      const id = decode(pair.slice('clickId='.length)).trim();
      if (id && id.length <= MAX_CLICK_ID_LENGTH) return id;
    }
  }
  return null;
}
