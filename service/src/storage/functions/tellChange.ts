import type { SqlFunction } from './SqlFunction.ts';

/** The channel on which the database reports that an app, a key or a link has changed. */
export const CHANGES_CHANNEL = 'deferred_link_changes';

/** All instances forget what they have cached, whether an instance, a command or a person with psql made the change. */
export const tellChange: SqlFunction = {
  name: 'tell_change',
  number: 1,
  isUsedByTables: true,
  definition: `() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('${CHANGES_CHANNEL}', ''); RETURN NULL; END $$`,
};
