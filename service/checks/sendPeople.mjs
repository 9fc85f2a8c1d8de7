import { randomUUID } from 'node:crypto';
import { ask } from './ask.mjs';
import { iphone } from './phones.mjs';

/** Fifty requests a second, as each person makes five. */
const EVERY_MS = 100;

/** So many that no network gets near its limit. */
const ADDRESSES = 200;

/**
 * Sends people through the proxy, one every EVERY_MS until `stop`: each opens the link, installs the app, opens the
 * link in it and buys something. Nobody asks a second time. `stop` waits for the last ones, and returns the number of
 * requests and those that failed.
 */
export function sendPeople(proxy, { link, publishableKey }) {
  const path = new URL(link).pathname;
  const failures = [];
  let requests = 0;
  let people = 0;

  async function expect(expected, path, options) {
    requests += 1;
    const { status, text } = await ask(proxy.server, path, options).catch(({ message }) => ({ text: message }));
    if (status !== expected) throw new Error(`${path}: ${status ?? ''} ${text.slice(0, 200)}`);
    return text;
  }

  async function live() {
    people += 1;
    proxy.comeFrom(`198.51.100.${people % ADDRESSES}`);
    const installId = randomUUID();
    const headers = { authorization: `Bearer ${publishableKey}`, 'x-app-id': 'my-app', 'x-install-id': installId };
    const page = await expect(200, path, { headers: { 'user-agent': iphone.userAgent } });
    const [report, clickId] = /\/api\/clicks\/([^/]+)\/device\?app=[^"]+/.exec(page);
    await expect(204, report, { body: iphone.report });
    await expect(200, '/api/link/match-link', { headers, body: { clickId } });
    await expect(200, '/api/link/resolve-short', { headers, body: { url: link } });
    const event = { id: randomUUID(), name: 'purchase', timestamp: new Date().toISOString(), data: { total: 1 } };
    const batch = { installId, platform: 'ios', sentAt: event.timestamp, events: [event] };
    await expect(200, '/api/link/events', { headers, body: batch });
  }

  const lives = [];
  const timer = setInterval(() => lives.push(live().catch((error) => failures.push(error.message))), EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(lives);
      return { requests, failures };
    },
  };
}
