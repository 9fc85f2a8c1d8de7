import { bundle } from './bundle.mjs';

const URLS = [
  'https://shop.example/product/42?ref=mail&utm_source=news#top',
  'https://go.example/abc',
  'https://user@shop.example:8443/a/b/../c/?x=a=b',
  'myapp://product/42?ref=sms',
  'https://shop.example/caf%C3%A9/%E2%9C%93?q=1',
];
const ROUNDS = 40_000;
const REPEATS = 7;

const SOURCE = `
  import { parseLink } from './src/core/parseLink.ts';
  import { URL as ReactNativeURL } from 'react-native/Libraries/Blob/URL.js';
  export const readers = {
    ours: (text) => parseLink(text).route,
    reactNative: (text) => { const url = new ReactNativeURL(text); return url.pathname + url.search; },
    node: (text) => { const url = new URL(text); return url.pathname + url.search; },
  };
`;

/** Links per second from text to route. */
export async function measureParsers() {
  const load = await bundle(SOURCE, {
    'react-native': new URL('../node_modules/react-native', import.meta.url).pathname,
  });
  const { readers } = await load();
  const best = {};
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const [name, read] of Object.entries(readers)) {
      const start = performance.now();
      for (let round = 0; round < ROUNDS; round++) read(URLS[round % URLS.length]);
      const perSecond = (ROUNDS / (performance.now() - start)) * 1000;
      best[name] = Math.max(best[name] ?? 0, perSecond);
    }
  }
  return best;
}
