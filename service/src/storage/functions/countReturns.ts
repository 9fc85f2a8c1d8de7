import { COHORT_DAYS } from '../rollups/figures.ts';
import { countReturn, ZONE } from '../rollups/countFacts.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const DAYS_SINCE = '(given.at AT TIME ZONE zone)::date - (installs.matched_at AT TIME ZONE zone)::date';

const CAME = `unnest(install_ids, times) AS given (install_id, at)
  JOIN installs ON installs.app_id = of_app AND installs.id = given.install_id`;

/** Counts installs that came back: those that did something, at these times, so many days after the day of their install. */
export const countReturns: SqlFunction = {
  name: 'count_returns',
  definition: `(of_app text, install_ids text[], times timestamptz[]) RETURNS void ${PLPGSQL} AS $$
    DECLARE
      ${ZONE};
      came text[];
    BEGIN
      IF NOT EXISTS (SELECT FROM ${CAME} WHERE ${DAYS_SINCE} IN (${COHORT_DAYS.join(', ')})) THEN RETURN; END IF;
      PERFORM FROM installs WHERE app_id = of_app AND id = ANY(install_ids) ORDER BY id FOR UPDATE;
      ${COHORT_DAYS.map(
        (days, bit) => `
      came := ARRAY(
        SELECT DISTINCT installs.id FROM ${CAME}
        WHERE ${DAYS_SINCE} = ${days} AND coalesce(installs.returned, 0) & ${1 << bit} = 0
      );
      UPDATE installs SET returned = coalesce(returned, 0) | ${1 << bit} WHERE app_id = of_app AND id = ANY(came);
      ${countReturn(days, 'installs.id = ANY(came)')};`
      ).join('')}
    END $$`,
};
