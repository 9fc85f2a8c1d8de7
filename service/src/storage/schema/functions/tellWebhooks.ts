/** Whether an endpoint of the app asked for facts of a type. An app whose endpoints don't ask costs one lookup. */
export const isAskedFor = String.raw`
CREATE OR REPLACE FUNCTION is_asked_for(of_app text, of_type text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM webhooks WHERE webhooks.app_id = of_app AND webhooks.paused_at IS NULL AND of_type = ANY(webhooks.events)
  );
END $$`;

/**
 * The outbox: writes facts that endpoints of the app asked for, each once, and a delivery for each of these endpoints,
 * in the transaction that stores what they are about. Of a fact it reads at, data, install_id, user_id, and an event's
 * name. Data is JSON as text, because PostgreSQL can't read the escape \u0000, which phones may send.
 */
export const tell = String.raw`
CREATE OR REPLACE FUNCTION tell(of_app text, of_type text, facts webhook_facts[]) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  told webhook_facts[];
  fact_ids text[];
BEGIN
  told := ARRAY(
    SELECT ROW(of_app, 'fact_' || replace(gen_random_uuid()::text, '-', ''), of_type, fact.name, fact.at, fact.data,
      fact.install_id, fact.user_id)::webhook_facts
    FROM unnest(facts) AS fact
  );
  INSERT INTO webhook_deliveries (app_id, id, webhook_id, fact_id, at, due_at)
    SELECT webhook.app_id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), webhook.id, fact.id, fact.at, fact.at
    FROM webhooks AS webhook JOIN unnest(told) AS fact ON webhook.app_id = of_app AND webhook.paused_at IS NULL
      AND of_type = ANY(webhook.events)
      AND (fact.name IS NULL OR cardinality(webhook.names) = 0 OR fact.name = ANY(webhook.names));
  fact_ids := ARRAY(SELECT fact.id FROM unnest(told) AS fact);
  -- A fact without a delivery would stay.
  INSERT INTO webhook_facts (app_id, id, type, name, at, data, install_id, user_id)
    SELECT delivery.app_id, fact.id, fact.type, fact.name, fact.at, fact.data, fact.install_id, fact.user_id
    FROM (SELECT DISTINCT app_id, fact_id FROM webhook_deliveries WHERE app_id = of_app AND fact_id = ANY(fact_ids)) AS delivery
    JOIN unnest(told) AS fact ON fact.id = delivery.fact_id;
END $$`;

/** Tells facts that are known outside of the database. */
export const tellFacts = String.raw`
CREATE OR REPLACE FUNCTION tell_facts(of_app text, of_type text, facts json) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  IF is_asked_for(of_app, of_type) THEN
    PERFORM tell(of_app, of_type, ARRAY(SELECT fact FROM json_populate_recordset(NULL::webhook_facts, facts) AS fact));
  END IF;
END $$`;

/** Tells facts about stored events. Events whose names no endpoint asked for get none. */
export const tellEvents = String.raw`
CREATE OR REPLACE FUNCTION tell_events(of_app text, stored events[]) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  names text[];
  are_all boolean;
BEGIN
  IF NOT is_asked_for(of_app, 'event.recorded') THEN RETURN; END IF;
  names := ARRAY(
    SELECT unnest(webhooks.names) FROM webhooks
    WHERE webhooks.app_id = of_app AND webhooks.paused_at IS NULL AND 'event.recorded' = ANY(webhooks.events)
  );
  are_all := EXISTS (
    SELECT FROM webhooks WHERE webhooks.app_id = of_app AND webhooks.paused_at IS NULL
      AND 'event.recorded' = ANY(webhooks.events) AND cardinality(webhooks.names) = 0
  );
  PERFORM tell(of_app, 'event.recorded', ARRAY(
    SELECT ROW(NULL, NULL, NULL, event.name, event.received_at, json_build_object(
        'id', event.id, 'name', event.name, 'data', event.data::json, 'installId', event.install_id,
        'userId', event.user_id, 'platform', event.platform, 'amount', trim_scale(event.amount)::text, 'currency', event.currency,
        'code', event.code, 'occurredAt', iso_time(event.occurred_at), 'renewalOf', event.renewal_of
      )::text, event.install_id, event.user_id)::webhook_facts
    FROM unnest(stored) AS event WHERE are_all OR event.name = ANY(names)
  ));
END $$`;

/** Tells facts about answers that installs got. */
export const tellInstalls = String.raw`
CREATE OR REPLACE FUNCTION tell_installs(of_app text, stored installs[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_asked_for(of_app, 'install.matched') THEN RETURN; END IF;
  PERFORM tell(of_app, 'install.matched', ARRAY(
    SELECT ROW(NULL, NULL, NULL, NULL, install.matched_at, json_build_object(
        'installId', install.id, 'code', install.code, 'route', install.route, 'query', install.query,
        'campaign', install.campaign, 'source', install.source, 'medium', install.medium,
        'matchedBy', install.matched_by, 'confidence', install.confidence,
        'clickedAt', CASE WHEN install.click_id IS NOT NULL THEN iso_time(install.since) END
      )::text, install.id, NULL)::webhook_facts
    FROM unnest(stored) AS install
  ));
END $$`;
