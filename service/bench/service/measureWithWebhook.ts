import { Client } from 'pg';
import type { Endpoint } from './endpoints.ts';
import { measureInTurns, type Measured } from './measure.ts';
import { APP } from './seed.ts';
import type { Started } from './servers.ts';

/** Of the rate without a webhook, what is left with one, and with one that gets every event that phones send. */
export const WEBHOOK_GOAL = 0.9;
export const EVERY_EVENT_GOAL = 0.5;

export interface WithWebhook {
  without: Measured;
  with: Measured;
  /** How many webhooks were written and delivered while it was measured. */
  written: number;
  delivered: number;
}

/** Gives the app a webhook for what its phones do. It is paused; `measure` switches it on and off. */
export async function openWebhook(url: string, server: Started, receiver: Started, warmUpMs: number) {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/webhooks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${APP.secret}`,
      'x-app-id': APP.id,
      'content-type': 'application/json',
      'x-forwarded-for': '192.0.2.3',
    },
    body: JSON.stringify({
      url: `http://127.0.0.1:${receiver.port}/`,
      events: ['install.matched', 'install.unmatched', 'link.opened', 'event.recorded'],
    }),
  });
  if (!answer.ok) throw new Error(`The webhook could not be added: ${await answer.text()}`);
  const client = new Client({ connectionString: url });
  await client.connect();

  const counts = { written: 0, delivered: 0 };
  /** What wasn't sent in a round isn't sent in the next, which measures the other. */
  async function forgetDeliveries(): Promise<void> {
    const { rows } = await client.query<typeof counts>(
      `WITH deleted AS (DELETE FROM webhook_deliveries RETURNING delivered_at)
       SELECT count(*)::int AS written, count(delivered_at)::int AS delivered FROM deleted`
    );
    counts.written += rows[0]?.written ?? 0;
    counts.delivered += rows[0]?.delivered ?? 0;
    // The service never deletes so many at once, and looks for due ones among them until this has run.
    await client.query('DELETE FROM webhook_facts');
    await client.query('VACUUM ANALYZE webhook_deliveries');
    await client.query('VACUUM ANALYZE webhook_facts');
  }
  async function pause(): Promise<void> {
    await client.query('UPDATE webhooks SET paused_at = now()');
    await forgetDeliveries();
  }
  async function resume(names: readonly string[]): Promise<void> {
    await client.query('UPDATE webhooks SET paused_at = NULL, names = $1', [names]);
  }
  await pause();
  return {
    /** With events of these names; all if there are none. */
    measure: async ({ most, prepare }: Endpoint, names: readonly string[]): Promise<WithWebhook | null> => {
      Object.assign(counts, { written: 0, delivered: 0 });
      const contender = { server, prepare: () => prepare(most), warmUpMs };
      const [without, withOne] = await measureInTurns(
        { ...contender, begin: pause },
        { ...contender, begin: () => resume(names) }
      );
      await pause();
      return without && withOne ? { without, with: withOne, ...counts } : null;
    },
    close: () => client.end(),
  };
}
