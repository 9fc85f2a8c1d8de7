/** The day of a time, in the zone that the app had then: `zones[n]` counts from `since[n]` on, as in `rollup_zones`. */
export const dayOf = String.raw`
CREATE OR REPLACE FUNCTION day_of(since timestamptz[], zones text[], at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (at AT TIME ZONE zones[width_bucket(at, since)])::date
$$`;
