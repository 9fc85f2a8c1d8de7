import { Agent, request } from 'node:http';
import type { Answer, Ask } from './sendLoad.ts';

/** Longer than the service lets anybody wait. */
const MAX_REQUEST_MS = 20_000;

/** Sends over connections that are kept, as a proxy does; nothing is sent twice. */
export function createSender() {
  const agent = new Agent({ keepAlive: true });
  const send = (origin: string, { method, path, headers, body }: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { method, agent, headers: { ...headers, ...length }, timeout: MAX_REQUEST_MS };
      const asked = request(new URL(path, origin), options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('error', reject).on('end', () => {
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text });
        });
      });
      asked.on('timeout', () => asked.destroy(new Error('No answer'))).on('error', reject);
      asked.end(body);
    });
  return { send, close: () => agent.destroy() };
}
