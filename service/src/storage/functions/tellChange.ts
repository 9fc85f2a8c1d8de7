import type { Change } from '../../values/Change.ts';
import { MAX_CODE_LENGTH } from '../../values/shortUrl.ts';
import type { SqlFunction } from './SqlFunction.ts';

/** The channel on which the database reports that an app, a key or a link has changed. */
export const CHANGES_CHANNEL = 'deferred_link_changes';

/** A notice has at most 8,000 bytes, so this many of the longest codes fit. */
const MAX_CODES = 30;

/** All instances forget what they have cached, whether an instance, a command or a person with psql made the change. */
export const tellChange: SqlFunction = {
  name: 'tell_change',
  number: 1,
  isUsedByTables: true,
  definition: `() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('${CHANGES_CHANNEL}', ''); RETURN NULL; END $$`,
};

/** Names the app of each changed row of apps or keys. Apps that share hosts depend on each other's hosts. */
export const tellAppChange: SqlFunction = {
  name: 'tell_app_change',
  number: 1,
  isUsedByTables: true,
  definition: `() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_TABLE_NAME = 'keys' THEN
        PERFORM pg_notify('${CHANGES_CHANNEL}', json_build_object('app', app_id)::text)
        FROM (SELECT DISTINCT app_id FROM changed) AS named;
      ELSIF TG_OP = 'UPDATE' AND EXISTS (
        SELECT FROM changed JOIN renewed USING (id) WHERE changed.link_hosts <> renewed.link_hosts
      ) THEN
        PERFORM pg_notify('${CHANGES_CHANNEL}', '');
      ELSE
        PERFORM pg_notify('${CHANGES_CHANNEL}', json_build_object('app', id)::text) FROM changed;
      END IF;
      RETURN NULL;
    END $$`,
};

/** Names app and code of each changed or new link. A new one may take the place of another app's on the same host. */
export const tellLinkChange: SqlFunction = {
  name: 'tell_link_change',
  number: 2,
  isUsedByTables: true,
  definition: `() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('${CHANGES_CHANNEL}', json_build_object('app', app_id, 'codes', json_agg(code))::text)
      FROM (
        SELECT app_id, code, row_number() OVER (PARTITION BY app_id) / ${MAX_CODES} AS part
        FROM changed WHERE length(code) <= ${MAX_CODE_LENGTH}
      ) AS named
      GROUP BY app_id, part;
      RETURN NULL;
    END $$`,
};

/** Reads a notice. One that can't be read, such as a future version's, stands for a change of everything. */
export function readChange(notice: string): Change {
  if (notice === '') return { kind: 'everything' };
  try {
    const { app, codes } = JSON.parse(notice) as { app?: unknown; codes?: unknown };
    if (typeof app !== 'string') return { kind: 'everything' };
    return Array.isArray(codes) ? { kind: 'links', appId: app, codes: codes.map(String) } : { kind: 'app', appId: app };
  } catch {
    return { kind: 'everything' };
  }
}
