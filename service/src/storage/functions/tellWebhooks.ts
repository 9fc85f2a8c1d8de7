import type { WebhookEvent } from '../../values/webhookEvents.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/**
 * Writes a delivery of each fact for each endpoint of the app that asked for it: the outbox, in the transaction that
 * stores the fact. A fact has type, at, install_id, user_id, data, and the name of an event. Its data are JSON
 * as text, because PostgreSQL can't read the escape \\u0000, which phones may send.
 */
export const tellWebhooks: SqlFunction = {
  name: 'tell_webhooks',
  number: 1,
  definition: `(of_app text, facts json) RETURNS void ${PLPGSQL} AS $$
    BEGIN
      INSERT INTO webhook_deliveries (app_id, id, webhook_id, type, at, data, install_id, user_id, due_at)
        SELECT of_app, 'msg_' || replace(gen_random_uuid()::text, '-', ''), webhook.id, fact.type, fact.at, fact.data,
          fact.install_id, fact.user_id, fact.at
        FROM json_to_recordset(facts) AS fact (
          type text, name text, at timestamptz, data text, install_id text, user_id text
        )
        JOIN webhooks AS webhook ON webhook.app_id = of_app AND webhook.paused_at IS NULL
          AND fact.type = ANY(webhook.events)
          AND (fact.name IS NULL OR cardinality(webhook.names) = 0 OR fact.name = ANY(webhook.names));
    END $$`,
};

/** The statement that tells the app's endpoints about facts. An app whose endpoints don't ask pays for one look. */
export function tell(type: WebhookEvent, facts: string): string {
  return `IF EXISTS (
      SELECT FROM webhooks WHERE webhooks.app_id = of_app AND webhooks.paused_at IS NULL AND '${type}' = ANY(webhooks.events)
    ) THEN
      DECLARE facts json := (${facts});
      BEGIN
        PERFORM tell_webhooks(of_app, facts);
      END;
    END IF`;
}

/** Facts about events that are stored, by a condition on them. */
export const tellEvents = (condition: string) =>
  tell(
    'event.recorded',
    `SELECT json_agg(json_build_object('type', 'event.recorded', 'name', name, 'at', received_at,
      'install_id', install_id, 'user_id', user_id, 'data', json_build_object(
        'id', id, 'name', name, 'data', data::json, 'installId', install_id, 'userId', user_id, 'platform', platform,
        'amount', amount, 'currency', currency, 'code', code, 'occurredAt', occurred_at, 'renewalOf', renewal_of
      )::text)) FROM events WHERE app_id = of_app AND ${condition}`
  );
