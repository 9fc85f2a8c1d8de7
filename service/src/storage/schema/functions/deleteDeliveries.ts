/**
 * Deletes deliveries of webhooks, and the facts that are left without any. The facts are locked first: of two calls
 * that delete the last two deliveries of a fact, the later one sees that none is left.
 */
export const deleteDeliveries = String.raw`
CREATE OR REPLACE FUNCTION delete_deliveries(of_app text, doomed text[]) RETURNS int
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  facts text[] := ARRAY(SELECT DISTINCT fact_id FROM webhook_deliveries WHERE app_id = of_app AND id = ANY(doomed));
  deleted int;
BEGIN
  facts := ARRAY(SELECT id FROM webhook_facts WHERE app_id = of_app AND id = ANY(facts) ORDER BY id FOR UPDATE);
  DELETE FROM webhook_deliveries WHERE app_id = of_app AND id = ANY(doomed);
  GET DIAGNOSTICS deleted = ROW_COUNT;
  DELETE FROM webhook_facts WHERE app_id = of_app AND id = ANY(facts) AND NOT EXISTS (
    SELECT FROM webhook_deliveries WHERE webhook_deliveries.app_id = of_app AND webhook_deliveries.fact_id = webhook_facts.id
  );
  RETURN deleted;
END $$`;
