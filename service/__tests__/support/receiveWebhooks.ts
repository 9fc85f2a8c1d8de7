import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { readSecretsKeys } from '../../src/values/readSecretsKeys.ts';
import { createWebhookSender } from '../../src/server/createWebhookSender.ts';
import { listen } from '../../src/server/listen.ts';
import { readNetworks } from '../../src/values/networks.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (response: ServerResponse, received: Received) => void;

/** The options of a service that may send webhooks to this machine. */
export function webhookOptions(withinMs?: number) {
  const webhookNetworks = readNetworks('127.0.0.0/8') ?? [];
  return {
    secretsKeys: readSecretsKeys(randomBytes(32).toString('base64')) ?? [],
    webhookNetworks,
    sendWebhook: createWebhookSender({ allowed: webhookNetworks, withinMs }),
  };
}

/** A receiver on this machine that keeps what it gets. */
export async function receiveWebhooks(first: Answer = (response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  let answer = first;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      answer(response, { headers: request.headers, body });
    });
  });
  const listening = await listen(server, '127.0.0.1', 0);
  assert.ok(listening.kind === 'listening');
  return {
    url: `http://127.0.0.1:${listening.port}/in`,
    received,
    answerWith: (next: Answer) => (answer = next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
