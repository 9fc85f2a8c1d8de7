import { z } from '@hono/zod-openapi';

const DEFAULT_ROWS = 100;
const MAX_ROWS = 1_000;
/** A cursor may hold a path of 2 KiB, escaped. */
const MAX_CURSOR_LENGTH = 9_000;

/** The app's own id of a person. */
export const MAX_USER_ID_LENGTH = 256;

/** The longest link that the library accepts. */
export const MAX_LINK_LENGTH = 8_192;

/** A string that PostgreSQL can keep: its text can't hold the character NUL, nor half of a surrogate pair. */
export function plainText(longest: number) {
  return z
    .string()
    .max(longest)
    .refine(
      (text) => !/[\0\p{Surrogate}]/u.test(text),
      'must not contain the character NUL or half of a surrogate pair'
    );
}

/** What is missing is null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

/** A phone that doesn't know its size, or a browser that hides it, sends 0: then the size is unknown. */
export const partialSize = orNull(z.number()).transform((size) => (size !== null && size > 0 ? size : null));

/** From 1970 to the last year of four digits: what JavaScript and PostgreSQL write alike. */
const LATEST_MS = Date.UTC(10_000, 0, 1) - 1;

/** Milliseconds since 1970 that the database can keep. */
export const millisecondsSchema = z.int().min(0).max(LATEST_MS);

/** A time in ISO 8601 that the database can keep. */
export const instantSchema = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2030-01-01T00:00:00Z', abort: true })
  .refine((text) => millisecondsSchema.safeParse(Date.parse(text)).success, 'must be between 1970 and 9999');

export const nextCursorSchema = z
  .string()
  .nullable()
  .openapi({ description: 'The cursor of the next page; null on the last page.' });

/** A place in a list, as an opaque string. */
export function writeCursor(place: readonly (string | number)[]): string {
  return btoa(encodeURIComponent(JSON.stringify(place)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Reads what `writeCursor` wrote with this schema; null for any other string. */
function readCursor<Place>(cursor: string, schema: z.ZodType<Place>): Place | null {
  try {
    const text = decodeURIComponent(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads the place that `writeCursor` wrote, checked by its schema. */
export function cursorSchema<Place>(placeSchema: z.ZodType<Place>) {
  return plainText(MAX_CURSOR_LENGTH)
    .transform((cursor, context) => {
      const place = readCursor(cursor, placeSchema);
      if (place !== null) return place;
      context.addIssue('is not a cursor of this list');
      return z.NEVER;
    })
    .optional()
    .openapi({
      type: 'string',
      description: 'The nextCursor of the previous page.',
    });
}

/** The parameters of every list. */
export function listQuerySchema<Place>(placeSchema: z.ZodType<Place>) {
  return z.object({
    limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(DEFAULT_ROWS),
    cursor: cursorSchema(placeSchema),
  });
}
