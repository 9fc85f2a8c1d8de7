import { z } from '@hono/zod-openapi';
import { importLinks } from '../../../operations/importLinks.ts';
import type { Door } from '../../doors/createDoor.ts';
import { authorOf } from '../../middleware/requireKey.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField } from '../../wire/daysQuery.ts';
import { endpoint, json, jsonBody } from '../../wire/endpoint.ts';
import { problemBody, problemResponses } from '../../wire/problems.ts';
import { MAX_IMPORT_ROWS, readImport } from './readImport.ts';

const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** JSON may double a file that is full of quotes. */
const MAX_BODY_BYTES = 2 * MAX_FILE_BYTES + 1024;

const importSchema = z
  .object({
    csv: z
      .string()
      .refine((csv) => new TextEncoder().encode(csv).length <= MAX_FILE_BYTES, 'may have at most 5 MB')
      .openapi({ description: 'The file: what `export/links.csv` writes, or Firebase’s export of dynamic links.' }),
    dryRun: z.boolean().default(false).openapi({ description: 'Reports what would happen, and stores nothing.' }),
  })
  .openapi('LinkImport');

const reportSchema = z
  .object({
    rows: z.array(
      z.object({
        line: z.int(),
        code: z.string(),
        outcome: z.enum(['new', 'same', 'different', 'refused']).openapi({
          description:
            'Links that the app already has stay as they are: `same` if equal to the row, `different` if not.',
        }),
        reason: z.string().optional().openapi({ description: 'Why the row is refused.' }),
      })
    ),
  })
  .openapi('ImportReport');

export type ImportReportWire = z.output<typeof reportSchema>;

type ReportRow = ImportReportWire['rows'][number];

const route = endpoint('post', '/api/links/import', {
  scope: 'links',
  summary: `Create the links of a CSV file: all that the app doesn’t have yet, or none if a row is refused; at most ${MAX_IMPORT_ROWS} rows`,
  request: { body: jsonBody(importSchema) },
  responses: { 200: json('What happened, or would happen, to each row', reportSchema), ...problemResponses(400, 409) },
});

export function serveLinkImport(door: Door, { queries, clock }: Pick<ServiceParts, 'queries' | 'clock'>): void {
  door.with({ maxBodyBytes: MAX_BODY_BYTES }).openapi(route, async (c) => {
    const { csv, dryRun } = c.req.valid('json');
    const file = await readImport(csv, new Date(clock()));
    if (file.kind === 'unreadable') return c.json(answerInvalidField('csv', file.reason), 400);
    const links = file.rows.flatMap((row) => (row.kind === 'read' ? [row.link] : []));
    const isBroken = links.length < file.rows.length;
    const outcomes = await importLinks(queries, c.get('app'), links, dryRun || isBroken, authorOf(c, clock));
    const outcomeOf = new Map(links.map(({ code }, position) => [code, outcomes[position]]));
    const rows = file.rows.map((row): ReportRow => {
      const { line } = row;
      if (row.kind === 'refused') return { line, code: row.code, outcome: 'refused', reason: row.reason };
      const { code } = row.link;
      const outcome = outcomeOf.get(code) ?? 'taken';
      if (outcome !== 'taken') return { line, code, outcome };
      return { line, code, outcome: 'refused', reason: 'code is taken by another app on the same host' };
    });
    const refused = rows.flatMap(({ line, outcome, reason = '' }) =>
      outcome === 'refused' ? [{ name: `line ${line}`, message: reason }] : []
    );
    if (!dryRun && refused.length > 0) {
      return c.json(problemBody('import_refused', 'Some rows can’t be imported; no link was created.', refused), 400);
    }
    return c.json({ rows }, 200);
  });
}
