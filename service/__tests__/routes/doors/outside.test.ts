import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { createWebhookSender } from '../../../src/server/createWebhookSender.ts';
import { listen } from '../../../src/server/listen.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { receiveWebhooks, webhookOptions } from '../../support/receiveWebhooks.ts';

interface Schema {
  $ref?: string;
  example?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
}

interface Document {
  components: { schemas: Record<string, Schema> };
  paths: Record<
    string,
    Record<string, { tags: string[]; requestBody?: { content: Record<string, { schema: Schema }> } }>
  >;
}

/** A body that the schema accepts, in which every address is `url`. */
function sample({ components }: Document, url: string, schema: Schema): unknown {
  const known = schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  const { example, anyOf, properties = {}, required = [], items = {}, minItems = 0 } = known;
  if (typeof example === 'string' && /^https?:/.test(example)) return url;
  if (example !== undefined) return example;
  if (known.enum) return known.enum[0];
  if (anyOf?.[0]) return sample({ components, paths: {} }, url, anyOf[0]);
  const inner = (each: Schema) => sample({ components, paths: {} }, url, each);
  switch ([known.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, inner(properties[name] ?? {})]));
    case 'array':
      return Array.from({ length: minItems }, () => inner(items));
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 1;
    default:
      return 'x';
  }
}

/** What a schema alone doesn't tell: queries, and bodies whose fields depend on each other. */
const QUERIES: Record<string, string> = {
  'get /api/links/qr.zip': '?link={code}',
  'get /api/keys': '?app={app}',
  'post /api/clicks/{id}/device': '?app={app}',
  'post /api/clicks/{id}/store-tap': '?app={app}',
  'delete /api/links': '?kind=shared&all=true',
};
const BODIES: Record<string, unknown> = {
  'patch /api/links': { links: [{ code: 'x' }] },
  'post /api/links/bulk': { links: [{ destination: '/a' }] },
  'post /api/links/import': { csv: 'code,destination\r\n,/a\r\n' },
  'post /api/shares': { label: 'x', filter: { campaign: ['x'] }, expiresAt: '2026-01-02T00:00:00Z' },
};

/** Takes connections, and never says anything. */
async function openSilence() {
  const sockets = new Set<Socket>();
  let onSocket = () => {};
  const server = createServer(() => {}).on('connection', (socket) => {
    sockets.add(socket.on('error', () => {}));
    if (isSilent) onSocket();
    else socket.destroy();
  });
  const listening = await listen(server, '127.0.0.1', 0);
  assert.ok(listening.kind === 'listening');
  let isSilent = true;
  const hangUp = () => {
    isSilent = false;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    host: `127.0.0.1:${listening.port}`,
    /** Begins to be silent again; resolves when somebody is connected. */
    reached: () => {
      isSilent = true;
      return new Promise<'waits'>((resolve) => (onSocket = () => resolve('waits')));
    },
    /** From now on, whoever is connected is hung up on. */
    hangUp,
    close: () => {
      hangUp();
      server.close();
    },
  };
}

onOneDatabase('a service whose outside never answers', (opened) => {
  test('keeps no other app waiting, whichever route asks outside', async () => {
    const silence = await openSilence();
    const receiver = await receiveWebhooks();
    const options = webhookOptions();
    const sendWebhook = createWebhookSender({ allowed: options.webhookNetworks });
    const shop = await openShop(opened.database, { ...options, sendWebhook });
    const callFor = ({ app }: Shop, key: string, path: string, call: Parameters<Shop['call']>[1] = {}) =>
      shop.call(path, { ...call, headers: { authorization: `Bearer ${key}`, 'x-app-id': app.id } });
    const addWebhook = async (owner: Shop, url: string) => {
      const body = { url, events: ['link.changed'] };
      const added = await callFor(owner, owner.app.secretKey, '/api/webhooks', { body });
      return ((await added.json()) as { id: string }).id;
    };
    const waiting = await Promise.all(
      [0, 1].map(async () => {
        const owner = await openShop(opened.database, {}, { linkHosts: [silence.host] });
        return { owner, webhook: await addWebhook(owner, `http://${silence.host}/`) };
      })
    );
    const ownWebhook = await addWebhook(shop, receiver.url);

    /** What each gate lets in for the app that waits for nobody. */
    async function askAsOther(): Promise<number[]> {
      const asked = [
        shop.callAsOwner('/api/links'),
        shop.callAsOwner('/api/export/links.csv'),
        shop.callAsOwner(`/api/webhooks/${ownWebhook}/test`, { method: 'POST' }),
        shop.callAsOwner(`/api/apps/${shop.app.id}`),
        shop.callAsOwner(`/api/apps/${shop.app.id}/doctor`),
        shop.callAsAdmin('/api/apps'),
        shop.callAsAdmin(`/api/apps/${shop.app.id}/doctor`),
        shop.callAsApp('/api/link/create', { body: { route: '/a' } }),
      ];
      return (await Promise.all(asked)).map(({ status }) => status);
    }

    try {
      const document = (await (await shop.call('/api/openapi.json')).json()) as Document;
      const operations = Object.entries(document.paths)
        .flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation }))
        )
        // What deletes comes last.
        .sort((one, other) => Number(one.method === 'delete') - Number(other.method === 'delete'));
      const outside: string[] = [];
      const refused: string[] = [];
      for (const { path, method, tags, requestBody } of operations) {
        const name = `${method} ${path}`;
        const schema = requestBody?.content['application/json']?.schema;
        const body = BODIES[name] ?? (schema && sample(document, `http://${silence.host}/`, schema));
        const call = { method: method.toUpperCase(), ...(body === undefined ? {} : { body }) };
        const reached = silence.reached();
        const asked = waiting.flatMap(({ owner, webhook }) => {
          const id = path.startsWith('/api/webhooks/') ? webhook : owner.app.id;
          const at = `${path}${QUERIES[name] ?? ''}`
            .replace('{id}', id)
            .replace('{app}', owner.app.id)
            .replace('{code}', owner.codes.summer)
            .replace('{file}', 'links.csv');
          const { publishableKey, secretKey } = owner.app;
          const keys = tags.includes('app')
            ? [publishableKey]
            : tags.includes('admin')
              ? [secretKey, shop.adminToken]
              : [secretKey];
          return keys.flatMap((key) => [callFor(owner, key, at, call), callFor(owner, key, at, call)]);
        });
        const answered = Promise.all(asked);
        if ((await Promise.race([answered, reached])) === 'waits') {
          outside.push(name);
          assert.deepEqual(await askAsOther(), [200, 200, 200, 200, 200, 200, 200, 200], name);
        }
        silence.hangUp();
        if ((await answered).some(({ status }) => status === 400 || status === 415)) refused.push(name);
      }
      assert.deepEqual(refused, []);
      assert.deepEqual(outside.sort(), ['get /api/apps/{id}/doctor', 'post /api/webhooks/{id}/test']);
    } finally {
      silence.close();
      receiver.close();
    }
  });
});
