import type { WebhookEvent } from '../../values/webhookEvents.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/**
 * Writes a delivery of each fact for each endpoint of the app that asked for it: the outbox, in the transaction that
 * stores the fact. `facts` selects at, data, install_id, user_id, and the name of an event. Data are JSON as text, because
 * PostgreSQL can't read the escape \\u0000, which phones may send. They are written only for who asked for the fact.
 */
const writeDeliveries = (type: WebhookEvent, facts: string) => `
  INSERT INTO webhook_deliveries (app_id, id, webhook_id, type, at, data, install_id, user_id, due_at)
    SELECT of_app, 'msg_' || replace(gen_random_uuid()::text, '-', ''), webhook.id, '${type}', fact.at, fact.data,
      fact.install_id, fact.user_id, fact.at
    FROM (${facts}) AS fact
    JOIN webhooks AS webhook ON webhook.app_id = of_app AND webhook.paused_at IS NULL
      AND '${type}' = ANY(webhook.events)
      AND (fact.name IS NULL OR cardinality(webhook.names) = 0 OR fact.name = ANY(webhook.names))`;

/** For facts that are known outside of the database. */
export const tellLinkChanges: SqlFunction = {
  name: 'tell_link_changes',
  number: 1,
  definition: `(of_app text, facts json) RETURNS void ${PLPGSQL} AS $$
    BEGIN
      ${writeDeliveries(
        'link.changed',
        `SELECT at, data, NULL AS install_id, NULL AS user_id, NULL AS name
        FROM json_to_recordset(facts) AS changed (at timestamptz, data text)`
      )};
    END $$`,
};

/** The statement that tells the app's endpoints about facts. An app whose endpoints don't ask pays for one look. */
export function tell(type: WebhookEvent, facts: string): string {
  return `IF EXISTS (
      SELECT FROM webhooks WHERE webhooks.app_id = of_app AND webhooks.paused_at IS NULL AND '${type}' = ANY(webhooks.events)
    ) THEN ${writeDeliveries(type, facts)};
    END IF`;
}

/** Facts about events that are stored, by a condition on them. */
export const tellEvents = (condition: string) =>
  tell(
    'event.recorded',
    `SELECT received_at AS at, install_id, user_id, name, json_build_object(
        'id', id, 'name', name, 'data', data::json, 'installId', install_id, 'userId', user_id, 'platform', platform,
        'amount', amount, 'currency', currency, 'code', code, 'occurredAt', occurred_at, 'renewalOf', renewal_of
      )::text AS data FROM events WHERE app_id = of_app AND ${condition}`
  );
