import http from 'node:http';
import https from 'node:https';

/** Longer than the service lets anybody wait. */
const MAX_REQUEST_MS = 20_000;

/**
 * One request to a server of this machine, as if to its host. `server` has the host, the port and TLS settings, or
 * `isPlain`. Nobody asks a second time.
 */
export function ask({ host, port, isPlain = false, ...tls }, path, { method, headers, body } = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const json =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const options = {
    ...{ host: '127.0.0.1', port, servername: host, agent: false, timeout: MAX_REQUEST_MS, ...tls },
    ...{ method: method ?? (text === undefined ? 'GET' : 'POST'), path, headers: { host, ...json, ...headers } },
  };
  return new Promise((resolve, reject) => {
    const asked = (isPlain ? http : https).request(options, (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (part) => (answer += part));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text: answer }));
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer'))).on('error', reject);
    asked.end(text);
  });
}
