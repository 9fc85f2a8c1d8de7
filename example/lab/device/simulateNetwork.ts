import { latency } from './latency';
import { now } from './now';
import { phone } from './phone';
import { PHONE_HEADER } from './phoneTag';
import { report } from './report';

/** Long enough to be felt and drawn, short enough for the library's five seconds. */
const SLOW_MS = 1400;
const OFFLINE_MS = 20;

async function crossNetwork() {
  if (phone.setup.network === 'slow') await latency(SLOW_MS);
  if (phone.setup.network === 'off') {
    await latency(OFFLINE_MS);
    // The same error that React Native's fetch gives.
    throw new TypeError('Network request failed');
  }
}

/**
 * The answer is read separately: the app must not wait for the lab, and the time must not include the lab's reading.
 */
async function reportAnswer(id: string, copy: Response, at: number) {
  const body = await copy.text().catch(() => '');
  report({ kind: 'requestEnded', request: { id, kind: 'answered', status: copy.status, body } }, at);
}

/** Puts the phone's network between the app and the service, and lets the lab look on. */
export function simulateNetwork() {
  const realFetch = window.fetch.bind(window);
  let count = 0;

  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set(PHONE_HEADER, phone.setup.tag);
    const id = `${performance.timeOrigin}-${count++}`;
    const body = await request.clone().text();
    report({
      kind: 'requestStarted',
      request: {
        id,
        method: request.method,
        path: new URL(request.url).pathname,
        body: body === '' ? null : body,
      },
    });

    try {
      await crossNetwork();
      const response = await realFetch(request);
      void reportAnswer(id, response.clone(), now());
      return response;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      report({ kind: 'requestEnded', request: { id, kind: 'failed', reason } });
      throw error;
    }
  };
}
