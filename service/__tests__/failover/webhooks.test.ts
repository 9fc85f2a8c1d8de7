import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { receiveWebhooks, type Received } from '../support/receiveWebhooks.ts';
import { runService } from '../support/runService.ts';
import { addShop } from './addShop.ts';
import { until } from './until.ts';

/** Whoever holds one of these lets no delivery past it. */
const GATES = { claim: 1, note: 2 };

/** Stops the service at the statement that claims a delivery or notes its answer, while that gate is held. */
const CLOSABLE = `
  CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::int);
      RETURN NEW;
    END $$;
  CREATE TRIGGER claim BEFORE UPDATE ON webhook_deliveries FOR EACH ROW
    WHEN (NEW.attempts > OLD.attempts) EXECUTE FUNCTION wait_at_gate(${GATES.claim});
  CREATE TRIGGER note BEFORE UPDATE ON webhook_deliveries FOR EACH ROW
    WHEN (NEW.delivered_at IS NOT NULL) EXECUTE FUNCTION wait_at_gate(${GATES.note})`;

const accept = (response: ServerResponse) => void response.writeHead(204).end();

describe('a webhook of an instance that is killed', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let receiver: Awaited<ReturnType<typeof receiveWebhooks>>;
  let shop: Awaited<ReturnType<typeof addShop>>;
  let client: Client;
  let gatekeeper: Client;
  let service: ReturnType<typeof runService>;
  let origin = '';
  let secret = '';
  const secretsKey = randomBytes(32).toString('base64');

  async function start(): Promise<void> {
    const environment = { DATABASE_URL: postgres.url, SECRETS_KEY: secretsKey, WEBHOOK_ALLOW: '127.0.0.0/8' };
    service = runService([], { ...environment, PORT: '0', LOG_LEVEL: 'warn' });
    [, origin = ''] = await service.says(/Service at (\S+)\n/);
  }

  async function kill(): Promise<void> {
    service.child.kill('SIGKILL');
    await service.ended;
    assert.equal(service.output.errors, '');
  }

  async function call(path: string, key: string, body: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${key}`, 'x-app-id': shop.appId, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  }

  /** Stores an event, and gives its id. */
  async function storeEvent(): Promise<string> {
    const [id, at] = [randomUUID(), new Date().toISOString()];
    const events = [{ id, name: 'purchase', timestamp: at, data: {} }];
    await call('/api/link/events', shop.key, { installId: randomUUID(), platform: 'ios', sentAt: at, events });
    return id;
  }

  const eventIn = ({ body }: Received) => (JSON.parse(body) as { data: { id: string } }).data.id;
  const receivedOf = (event: string) => receiver.received.filter((each) => eventIn(each) === event);

  async function deliveryOf(event: string) {
    const found = await client.query<{ id: string; attempts: number; isDelivered: boolean }>(
      `SELECT delivery.id, attempts, delivered_at IS NOT NULL AS "isDelivered" FROM webhook_deliveries AS delivery
       JOIN webhook_facts AS fact USING (app_id) WHERE fact.id = fact_id AND data::json->>'id' = $1`,
      [event]
    );
    const [delivery] = found.rows;
    assert.ok(delivery, 'the delivery is stored with the event');
    return delivery;
  }

  const isWaiting = async () =>
    (await client.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rows.length > 0;

  before(async () => {
    // A statement ends soon after the instance that sent it.
    postgres = await startPostgres({ settings: { client_connection_check_interval: '50ms' } });
    receiver = await receiveWebhooks(accept);
    shop = await addShop(postgres.url);
    [client, gatekeeper] = [
      new Client({ connectionString: postgres.url }),
      new Client({ connectionString: postgres.url }),
    ];
    await Promise.all([client.connect(), gatekeeper.connect()]);
    await client.query(CLOSABLE);
    await start();
    const added = await call('/api/webhooks', 'sk_load', { url: receiver.url, events: ['event.recorded'] });
    ({ secret } = added as { secret: string });
  });
  after(async () => {
    service.child.kill('SIGKILL');
    await service.ended;
    await Promise.all([client.end(), gatekeeper.end()]);
    receiver.close();
    await postgres.stop();
  });

  interface Step {
    when: string;
    /** Lets the service come to the step, and no further. */
    close?: string;
    open?: string;
    answer?: (response: ServerResponse) => void;
    /** What the service has done at the step, beside storing. */
    attempts: number;
    requests: number;
  }

  const STEPS: Step[] = [
    {
      when: 'after the event is stored',
      close: `SELECT pg_advisory_lock(${GATES.claim})`,
      open: `SELECT pg_advisory_unlock(${GATES.claim})`,
      attempts: 0,
      requests: 0,
    },
    {
      when: 'after the claim and before the request',
      // Next come the secrets, to sign with.
      close: 'BEGIN; LOCK TABLE secrets IN ACCESS EXCLUSIVE MODE',
      open: 'COMMIT',
      attempts: 1,
      requests: 0,
    },
    { when: 'while the receiver works', answer: () => {}, attempts: 1, requests: 1 },
    {
      when: 'after the receiver’s answer and before that is stored',
      close: `SELECT pg_advisory_lock(${GATES.note})`,
      open: `SELECT pg_advisory_unlock(${GATES.note})`,
      attempts: 1,
      requests: 1,
    },
  ];

  for (const { when, close, open, answer = accept, attempts, requests } of STEPS) {
    test(`${when} arrives from the next instance, signed and with the same id`, async () => {
      receiver.answerWith(answer);
      if (close !== undefined) await gatekeeper.query(close);
      const event = await storeEvent();
      if (close !== undefined) await until('the service waits', isWaiting);
      await until('the receiver is asked', () => receivedOf(event).length >= requests);
      await kill();
      await until('the database notices', async () => !(await isWaiting()));
      if (open !== undefined) await gatekeeper.query(open);
      const killed = await deliveryOf(event);
      assert.deepEqual(killed, { id: killed.id, attempts, isDelivered: false });
      assert.equal(receivedOf(event).length, requests);

      receiver.answerWith(accept);
      // As if the lease had ended.
      await client.query('UPDATE webhook_deliveries SET due_at = now() WHERE due_at > now()');
      await start();
      await until('it is delivered', async () => (await deliveryOf(event)).isDelivered);
      const received = receivedOf(event);
      assert.equal(received.length, requests + 1);
      for (const { headers, body } of received) {
        assert.equal(headers['webhook-id'], killed.id);
        new Webhook(secret).verify(body, headers as Record<string, string>);
      }
    });
  }
});
