import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { iphone } from './phones.mjs';

/** Fifty requests a second, as each person makes five. */
const EVERY_MS = 100;

/** Longer than the service lets anybody wait. */
const MAX_REQUEST_MS = 20_000;

/** So many that no network gets near its limit. */
const ADDRESSES = 200;

/**
 * Sends people through the proxy, one every EVERY_MS until `stop`: each opens the link, installs the app, opens the link
 * in it and buys something. Nobody asks a second time. `stop` waits for the last ones, and returns the number of requests
 * and those that failed.
 */
export function sendPeople(proxy, { host, link, publishableKey }) {
  const path = new URL(link).pathname;
  const ca = readFileSync(proxy.certificate);
  const failures = [];
  let requests = 0;
  let people = 0;

  function ask(method, path, expected, { headers = {}, body } = {}) {
    requests += 1;
    return new Promise((resolve, reject) => {
      const fail = (reason) => reject(new Error(`${method} ${path}: ${reason}`));
      const text = body === undefined ? undefined : JSON.stringify(body);
      const json = text === undefined ? {} : { 'content-type': 'application/json', 'content-length': text.length };
      const address = { host: '127.0.0.1', port: proxy.tlsPort, servername: host, ca, agent: false };
      const options = { ...address, method, path, headers: { host, ...json, ...headers }, timeout: MAX_REQUEST_MS };
      const asked = request(options, (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (part) => (answer += part));
        response.on('error', (error) => fail(error.message));
        response.on('end', () => {
          if (response.statusCode === expected) resolve(answer);
          else fail(`${response.statusCode} ${answer.slice(0, 200)}`);
        });
      });
      asked.on('timeout', () => asked.destroy(new Error('no answer'))).on('error', (error) => fail(error.message));
      asked.end(text);
    });
  }

  async function live() {
    people += 1;
    proxy.comeFrom(`198.51.100.${people % ADDRESSES}`);
    const installId = randomUUID();
    const headers = { authorization: `Bearer ${publishableKey}`, 'x-app-id': 'my-app', 'x-install-id': installId };
    const page = await ask('GET', path, 200, { headers: { 'user-agent': iphone.userAgent } });
    const [report, clickId] = /\/api\/clicks\/([^/]+)\/device\?app=[^"]+/.exec(page);
    await ask('POST', report, 204, { body: iphone.report });
    await ask('POST', '/api/link/match-link', 200, { headers, body: { clickId } });
    await ask('POST', '/api/link/resolve-short', 200, { headers, body: { url: link } });
    const event = { id: randomUUID(), name: 'purchase', timestamp: new Date().toISOString(), data: { total: 1 } };
    const batch = { installId, platform: 'ios', sentAt: event.timestamp, events: [event] };
    await ask('POST', '/api/link/events', 200, { headers, body: batch });
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
