import assert from 'node:assert/strict';
import { after } from 'node:test';
import { sql } from 'drizzle-orm';
import { createSecrets } from '../../src/operations/secrets.ts';
import { createDeliveries, type WebhookMetrics } from '../../src/operations/webhooks/createDeliveries.ts';
import type { SendWebhook } from '../../src/operations/webhooks/SendWebhook.ts';
import type { DeliveryListWire, WebhookWire } from '../../src/routes/owner/webhooks.ts';
import type { Database } from '../../src/storage/base/Database.ts';
import { openShop, type Shop } from './openShop.ts';
import { receiveWebhooks, webhookOptions, type Received } from './receiveWebhooks.ts';

export const NEVER = new AbortController().signal;

type Added = WebhookWire & { secret: string };

export const idOf = ({ headers }: Received) => headers['webhook-id'];

/** What the tests of a database share. */
export function prepareWebhooks(opened: { database: Database }) {
  const closing: (() => void)[] = [];
  after(() => closing.forEach((close) => close()));

  async function open(...[first]: Parameters<typeof receiveWebhooks>) {
    const options = webhookOptions();
    const shop = await openShop(opened.database, options);
    const receiver = await receiveWebhooks(first);
    closing.push(receiver.close);
    const { queries } = opened.database;
    const secrets = createSecrets(options.secretsKeys);
    const clock = () => shop.clock.now;
    const deliverer = (
      send: SendWebhook = options.sendWebhook,
      giveWay?: () => Promise<void>,
      metrics?: WebhookMetrics
    ) => createDeliveries({ queries, clock, secrets, send, log: () => {}, random: () => 0, giveWay, metrics });
    const add = async (wanted: object = {}) => {
      const body = { url: receiver.url, events: ['link.changed'], ...wanted };
      const response = await shop.callAsOwner('/api/webhooks', { body });
      assert.equal(response.status, 201);
      return (await response.json()) as Added;
    };
    const deliver = async (send?: SendWebhook) => {
      const deliveries = deliverer(send);
      await deliveries.run(NEVER);
      await deliveries.settle();
    };
    const changeLink = () => shop.callAsOwner('/api/links', { body: { destination: '/new' } });
    return { shop, receiver, add, deliver, deliverer, changeLink };
  }

  const listOf = async (shop: Shop, id: string) =>
    ((await (await shop.callAsOwner(`/api/webhooks/${id}/deliveries`)).json()) as DeliveryListWire).deliveries;
  const addWaiting = (shop: Shop, id: string, count: number) =>
    opened.database.queries.transaction(async (transaction) => {
      const at = sql`${new Date(shop.clock.now).toISOString()}::timestamptz`;
      await transaction.execute(sql`
        INSERT INTO webhook_facts (app_id, id, type, at, data)
        VALUES (${shop.app.id}, 'fact_' || ${id}::text, 'link.changed', ${at}, '{}')`);
      await transaction.execute(sql`
        INSERT INTO webhook_deliveries (app_id, id, webhook_id, fact_id, at, due_at)
        SELECT ${shop.app.id}, 'msg_' || number || ${id}::text, ${id}, 'fact_' || ${id}::text, ${at}, ${at}
        FROM generate_series(1, ${count}::int) AS number`);
    });
  const show = async (shop: Shop) =>
    ((await (await shop.callAsOwner('/api/webhooks')).json()) as { webhooks: WebhookWire[] }).webhooks[0];
  return { open, listOf, addWaiting, show };
}
