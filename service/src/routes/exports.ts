import { createRoute, z } from '@hono/zod-openapi';
import { listClicks } from '../storage/clicks.ts';
import { listEvents } from '../storage/events.ts';
import { listLinks } from '../storage/links.ts';
import { describeFault } from '../types/faults.ts';
import { trimAmount } from '../types/readMoney.ts';
import { shortUrl } from '../types/shortUrl.ts';
import { linkOrigin } from './caller.ts';
import { problemResponses } from './problems.ts';
import { bySecretKey } from './requireKey.ts';
import type { Connection, ServiceApp, ServiceContext } from './ServiceContext.ts';

/** Rows are read in pages, so that an export of any length takes the memory of one. */
const PAGE_ROWS = 1_000;

type Cell = string | number | Date | null;

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  const text = cell instanceof Date ? cell.toISOString() : String(cell);
  // A spreadsheet would run what begins like a formula. A negative number is none.
  const isFormula = typeof cell === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-\d+(\.\d+)?$/.test(text);
  const harmless = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const writeRow = (cells: readonly Cell[]) => `${cells.map(writeCell).join(',')}\r\n`;

/** Pages of rows, from the newest to the oldest. */
async function* pages<Row>(readPage: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  for (;;) {
    const page: Row[] = await readPage(last);
    if (page.length > 0) yield page;
    if (page.length < PAGE_ROWS) return;
    last = page.at(-1) ?? null;
  }
}

/** Reads the first page at once: a database that can't answer is an error then, not an empty file. */
async function csvStream<Row>(
  columns: Record<string, (row: Row) => Cell>,
  readPage: (last: Row | null) => Promise<Row[]>,
  onFail: (error: unknown) => void
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const rows = pages(readPage);
  const cells = Object.values(columns);
  let first: IteratorResult<Row[], void> | null = await rows.next();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(writeRow(Object.keys(columns)))),
    async pull(controller) {
      const next =
        first ??
        (await rows.next().catch((error: unknown) => {
          onFail(error);
          throw error;
        }));
      first = null;
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value.map((row) => writeRow(cells.map((cell) => cell(row)))).join('')));
    },
    async cancel() {
      await rows.return(undefined);
    },
  });
}

const route = createRoute({
  method: 'get',
  path: '/api/export/{file}',
  summary: 'Everything of one kind as CSV, the newest first',
  security: bySecretKey,
  request: {
    params: z.object({
      file: z.enum(['links.csv', 'clicks.csv', 'events.csv']).openapi({ param: { name: 'file', in: 'path' } }),
    }),
  },
  responses: {
    200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
    ...problemResponses(400, 401, 403, 429, 503),
  },
});

export function serveExports(server: ServiceApp, service: ServiceContext): void {
  const { queries, log } = service;
  const onFail = (error: unknown) => log('error', 'An export was cut off', describeFault(error));
  server.openapi(route, async (c) => {
    const { file } = c.req.valid('param');
    const app = c.get('app');
    const origin = linkOrigin(c, service, app);
    const streams = {
      'links.csv': () =>
        csvStream(
          {
            code: (link) => link.code,
            short_url: (link) => shortUrl(origin, link.code),
            destination: (link) => link.destination,
            title: (link) => link.title,
            description: (link) => link.description,
            data: (link) => link.data,
            created_at: (link) => link.createdAt,
            expires_at: (link) => link.expiresAt,
            disabled_at: (link) => link.disabledAt,
          },
          (last: Awaited<ReturnType<typeof listLinks>>[number] | null) => listLinks(queries, app.id, PAGE_ROWS, last),
          onFail
        ),
      'clicks.csv': () =>
        csvStream(
          {
            id: (click) => click.id,
            code: (click) => click.code,
            created_at: (click) => click.createdAt,
            user_agent: (click) => click.userAgent,
            language: (click) => click.language,
            timezone: (click) => click.timezone,
            claimed_at: (click) => click.claimedAt,
            claimed_by: (click) => click.claimedBy,
          },
          (last: Awaited<ReturnType<typeof listClicks>>[number] | null) => listClicks(queries, app.id, PAGE_ROWS, last),
          onFail
        ),
      'events.csv': () =>
        csvStream(
          {
            id: (event) => event.id,
            name: (event) => event.name,
            device_id: (event) => event.deviceId,
            platform: (event) => event.platform,
            data: (event) => event.data,
            logged_at: (event) => event.loggedAt,
            received_at: (event) => event.receivedAt,
            occurred_at: (event) => event.occurredAt,
            user_id: (event) => event.userId,
            link: (event) => event.code,
            amount: (event) => event.amount && trimAmount(event.amount),
            currency: (event) => event.currency,
          },
          async (last: Awaited<ReturnType<typeof listEvents>>[number] | null) =>
            (await listEvents(queries, app.id, PAGE_ROWS, last?.sequence ?? null)).reverse(),
          onFail
        ),
    };
    c.header('Content-Disposition', `attachment; filename="${file}"`);
    c.header('Cache-Control', 'no-store');
    // Said here, or the server would take a later page that fails for the end of the file.
    c.header('Transfer-Encoding', 'chunked');
    (c.env as Connection | undefined)?.onStream?.();
    return c.body(await streams[file](), 200, { 'Content-Type': 'text/csv; charset=utf-8' });
  });
}
