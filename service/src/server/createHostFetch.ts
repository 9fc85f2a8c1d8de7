import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { FetchHost } from '../operations/doctor/askHost.ts';
import { createNameResolver, type ResolveName } from './createNameResolver.ts';

function toResponse(answer: IncomingMessage): Response {
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value])
  );
  const { statusCode: status = 0 } = answer;
  if (status < 200 || status > 599) {
    answer.socket.destroy();
    throw new Error(`it answers with the status ${status}`);
  }
  // These answers have no body, and Response refuses one.
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  if (!hasBody) answer.resume();
  return new Response(hasBody ? (Readable.toWeb(answer) as ReadableStream) : null, { status, headers });
}

/** Asks an app's host without following redirects. Names are looked up outside of getaddrinfo's pool. */
export function createHostFetch(resolve: ResolveName = createNameResolver()): FetchHost {
  return async (url, { headers, signal }, appId) => {
    const target = new URL(url);
    const ended = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    ended.catch(() => {});
    const addresses = await Promise.race([resolve(target.hostname.replace(/^\[|\]$/g, ''), appId), ended]);
    const answered = await new Promise<IncomingMessage>((resolveAnswer, reject) => {
      const send = target.protocol === 'https:' ? requestHttps : requestHttp;
      const asked = send(target, {
        headers,
        signal,
        agent: false,
        // With `all`, Node tries one after the other.
        lookup: (_host, { all }, callback) => {
          const [first] = addresses;
          if (all) callback(null, addresses);
          else
            (callback as (error: null, ...one: [string, number]) => void)(
              null,
              first?.address ?? '',
              first?.family ?? 4
            );
        },
      });
      // Do nothing else in here: what an event listener throws ends the process.
      asked.on('error', reject).on('response', resolveAnswer).on('upgrade', resolveAnswer);
      asked.end();
    });
    return toResponse(answered);
  };
}
