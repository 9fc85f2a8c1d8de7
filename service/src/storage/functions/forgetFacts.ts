import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** Deletes what webhooks tell of an install or a user, sent or not. */
export const forgetFacts: SqlFunction = {
  name: 'forget_facts',
  definition: `(of_app text, of_install text, of_user text) RETURNS void ${PLPGSQL} AS $$
    #variable_conflict use_column
    DECLARE facts text[];
    BEGIN
      facts := ARRAY(
        SELECT id FROM webhook_facts WHERE app_id = of_app AND (install_id = of_install OR user_id = of_user)
        ORDER BY id FOR UPDATE
      );
      DELETE FROM webhook_deliveries WHERE app_id = of_app AND fact_id = ANY(facts);
      DELETE FROM webhook_facts WHERE app_id = of_app AND id = ANY(facts);
    END $$`,
};
