import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/**
 * Deletes deliveries of webhooks, and the facts that no other delivery is about. Their facts are locked first: of two
 * calls that delete the last two deliveries of a fact, the later one sees that none is left.
 */
export const deleteDeliveries: SqlFunction = {
  name: 'delete_deliveries',
  definition: `(of_app text, doomed text[]) RETURNS int ${PLPGSQL} AS $$
    #variable_conflict use_column
    DECLARE
      facts text[];
      deleted int;
    BEGIN
      facts := ARRAY(SELECT DISTINCT fact_id FROM webhook_deliveries WHERE app_id = of_app AND id = ANY(doomed));
      facts := ARRAY(
        SELECT id FROM webhook_facts WHERE app_id = of_app AND id = ANY(facts) ORDER BY id FOR UPDATE
      );
      DELETE FROM webhook_deliveries WHERE app_id = of_app AND id = ANY(doomed);
      GET DIAGNOSTICS deleted = ROW_COUNT;
      DELETE FROM webhook_facts WHERE app_id = of_app AND id = ANY(facts) AND NOT EXISTS (
        SELECT FROM webhook_deliveries WHERE webhook_deliveries.app_id = of_app
          AND webhook_deliveries.fact_id = webhook_facts.id
      );
      RETURN deleted;
    END $$`,
};
