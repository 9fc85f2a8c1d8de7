import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { SendOutcome, SendWebhook, WebhookRequest } from '../operations/webhooks/SendWebhook.ts';
import { createNameResolver, type Address, type ResolveName } from './createNameResolver.ts';
import { limitTime } from '../values/limitTime.ts';
import { isInNetworks, isPublicAddress, type Networks } from '../values/networks.ts';

/** As long as Standard Webhooks lets a receiver take. */
const ANSWER_WITHIN_MS = 15_000;

/** Enough of an answer to see what is wrong. */
const MAX_ANSWER_LENGTH = 500;

/** Webhooks that follow each other share a connection. We close it sooner than any receiver that we know. */
const IDLE_MS = 500;

/** How long we wait for the body after the status. */
const BODY_WITHIN_MS = 1_000;

interface SenderOptions {
  /** Networks into which requests may go, and into which they need no TLS. */
  allowed?: Networks | undefined;
  /** @default createNameResolver */
  resolve?: ResolveName | undefined;
  /** @default 15 s */
  withinMs?: number | undefined;
}

/** The beginning of the body. Nobody has to wait for its end. */
function readAnswer(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const end = () => {
      clearTimeout(timer);
      // After a complete answer, the next webhook can use the connection.
      if (!response.complete) response.destroy();
      resolve(text.slice(0, MAX_ANSWER_LENGTH));
    };
    const timer = setTimeout(end, BODY_WITHIN_MS);
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      text += part;
      if (text.length >= MAX_ANSWER_LENGTH) end();
    });
    response.on('end', end).on('error', end);
  });
}

/** Uses the address that was checked, whatever the name resolves to by then, or a connection that is still open. */
function ask(
  url: URL,
  target: Address,
  agent: HttpAgent,
  { headers, body }: WebhookRequest,
  signal: AbortSignal
): Promise<SendOutcome> {
  const { address, family } = target;
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // With `all`, Node asks for a list.
    lookup: (_host, { all }, callback) =>
      all
        ? callback(null, [target])
        : (callback as (error: null, ...one: [string, number]) => void)(null, address, family),
    agent,
    signal,
  };
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
    sent.on('error', reject);
    sent.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve({ kind: 'failed', reason: `It answered ${statusCode}, for another protocol.` });
    });
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      void readAnswer(response).then((text) =>
        resolve({ kind: 'answered', status, retryAfter: answered['retry-after'] ?? null, text })
      );
    });
    sent.end(body);
  });
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Sends webhooks with Node's own client, which lets us choose the address, so a name is resolved only once. */
export function createWebhookSender({
  allowed = [],
  resolve = createNameResolver(),
  withinMs = ANSWER_WITHIN_MS,
}: SenderOptions = {}): SendWebhook {
  const kept = { keepAlive: true, timeout: IDLE_MS };
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
  const isAllowed = ({ address }: Address, { protocol }: URL) =>
    (protocol === 'https:' && isPublicAddress(address)) || isInNetworks(address, allowed);

  return async (request, stopping) => {
    // Each running request listens to the signal, and Node warns of a leak from the eleventh on.
    setMaxListeners(0, stopping);
    const { signal, end } = limitTime(withinMs, stopping);
    const ended = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    });
    ended.catch(() => {});
    try {
      const url = new URL(request.url);
      const addresses = await Promise.race([resolve(hostOf(url), request.appId), ended]);
      const target = addresses.find((address) => isAllowed(address, url));
      if (!target) {
        const where = `${url.host} has no address that webhooks may go to`;
        return {
          kind: 'failed',
          reason: `${where}: use https and a public address, or add the network to WEBHOOK_ALLOW.`,
        };
      }
      const agent = url.protocol === 'https:' ? agents.https : agents.http;
      return await ask(url, target, agent, request, signal);
    } catch (error) {
      if (stopping.aborted) return { kind: 'failed', reason: 'The service stopped.' };
      if (signal.aborted) return { kind: 'failed', reason: `No answer within ${withinMs / 1000} s.` };
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      end();
    }
  };
}
