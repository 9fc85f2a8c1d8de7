/** Which schema a database has, or is getting. Created before all migrations. */
export const STATE = [
  `CREATE TABLE IF NOT EXISTS service_migrations (
    name text PRIMARY KEY
  )`,
  // Has one row.
  `CREATE TABLE IF NOT EXISTS service_schema (
    number integer PRIMARY KEY,
    digest text NOT NULL,
    -- False while an update is under way, or after it was cut off.
    is_ready boolean NOT NULL
  )`,
] as const;
