import type { WebhookEvent } from '../../values/webhookEvents.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const newId = (prefix: string) => `'${prefix}_' || replace(gen_random_uuid()::text, '-', '')`;

/** The endpoints of the app that asked for a fact. */
const isAskedFor = (type: WebhookEvent) => `webhook.app_id = of_app AND webhook.paused_at IS NULL
        AND '${type}' = ANY(webhook.events)
        AND (fact.name IS NULL OR cardinality(webhook.names) = 0 OR fact.name = ANY(webhook.names))`;

/**
 * Writes each fact that an endpoint of the app asked for once, and a delivery of it for each of them: the outbox, in the
 * transaction that stores the fact. `facts` selects at, data, install_id, user_id, and the name of an event. Data are JSON
 * as text, because PostgreSQL can't read the escape \\u0000, which phones may send.
 */
const writeDeliveries = (type: WebhookEvent, facts: string) => `
      DECLARE
        told webhook_facts[];
        fact_ids text[];
      BEGIN
        told := ARRAY(
          SELECT ROW(of_app, ${newId('fact')}, '${type}', fact.name, fact.at, fact.data, fact.install_id, fact.user_id)::webhook_facts
          FROM (${facts}) AS fact WHERE EXISTS (SELECT FROM webhooks AS webhook WHERE ${isAskedFor(type)})
        );
        INSERT INTO webhook_deliveries (app_id, id, webhook_id, fact_id, at, due_at)
          SELECT webhook.app_id, ${newId('msg')}, webhook.id, fact.id, fact.at, fact.at
          FROM webhooks AS webhook JOIN unnest(told) AS fact ON ${isAskedFor(type)};
        fact_ids := ARRAY(SELECT fact.id FROM unnest(told) AS fact);
        -- An endpoint may have been deleted meanwhile, and a fact without a delivery would stay.
        INSERT INTO webhook_facts (app_id, id, type, name, at, data, install_id, user_id)
          SELECT delivery.app_id, fact.id, fact.type, fact.name, fact.at, fact.data, fact.install_id, fact.user_id
          FROM (SELECT DISTINCT app_id, fact_id FROM webhook_deliveries WHERE app_id = of_app AND fact_id = ANY(fact_ids)) AS delivery
          JOIN unnest(told) AS fact ON fact.id = delivery.fact_id;
      END`;

/** For facts that are known outside of the database. */
export const tellLinkChanges: SqlFunction = {
  name: 'tell_link_changes',
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
