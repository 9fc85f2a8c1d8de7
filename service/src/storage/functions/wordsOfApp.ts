import { quoted } from '../quoted.ts';
import type { SqlFunction } from './SqlFunction.ts';

/** What stands between two words of a code, a title or a destination. */
const SEPARATORS = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~–—‘’“”„«»…`;

/** Longer words are found by their beginning. PostgreSQL keeps words of at most 2,046 bytes. */
const MAX_WORD = 100;

/**
 * The words of a text, each behind the app's id. So the index of words is one index for each app: a search reads the
 * words of its own app, however many links the others have. An index is built on it, so a change of the definition
 * needs a new name and a migration that builds the index again.
 *
 * PostgreSQL's parser takes a whole address for one word, so what separates words becomes a blank first.
 */
export const wordsOfApp: SqlFunction = {
  name: 'words_of_app',
  isUsedByTables: true,
  definition: `(app_id text, texts text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $words$
    SELECT array_agg(DISTINCT app_id || ' ' || left(word, ${MAX_WORD}))
    FROM unnest(tsvector_to_array(to_tsvector(
      'pg_catalog.simple',
      translate(texts, ${quoted(SEPARATORS)}, repeat(' ', ${SEPARATORS.length}))
    ))) AS word
  $words$`,
};
