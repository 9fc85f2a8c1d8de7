import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { EXPORTED, FIRST_PLACE, readExport, readExportEpoch } from '../../../storage/facts/exports.ts';
import type { ExportedLine, ExportPlace, Exported } from '../../../storage/facts/exports.ts';
import { describeFault } from '../../../values/faults.ts';
import type { Doors } from '../../doors/createDoors.ts';
import type { Connection, ServiceEnv } from '../../ServiceEnv.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { problemBody, problemResponses } from '../../wire/problems.ts';
import { cursorSchema, writeCursor } from '../../wire/schemas.ts';

/** An answer of any length needs the memory of this many lines, and has a cursor after each such part. */
const LINES_AT_ONCE = 1_000;

const numberSchema = z.string().regex(/^-?\d{1,18}$/);

const placeSchema = z.tuple([
  z.enum(EXPORTED),
  z.string().max(36),
  numberSchema,
  z.enum(['0', '1']),
  numberSchema,
  z.string().regex(/^\d{1,9}$/),
]);

const route = (kind: Exported) =>
  endpoint('get', `/api/export/${kind}.ndjson`, {
    summary: `All ${kind} in order of arrival, one JSON object per line, or only those since the last export`,
    request: {
      query: z.object({
        since: cursorSchema(placeSchema).openapi({
          type: 'string',
          description: 'The last cursor that you received. Without it, the answer begins with the first row.',
        }),
      }),
    },
    responses: {
      200: {
        description:
          'One JSON object per line. Each row has its own id in `row`. A line with `deleted` names a row to delete. A line with `cursor` says that everything before it is complete; the last line is one.',
        content: { 'application/x-ndjson': { schema: z.string() } },
      },
      ...problemResponses(400, 410),
    },
  });

const acceptsGzip = (header: string | undefined) =>
  (header ?? '').split(',').some((part) => /^\s*(gzip|\*)\s*(;\s*q=(0\.\d*[1-9]|1)|;(?!\s*q=)|$)/i.test(part));

interface Reading {
  kind: Exported;
  epoch: string;
  after: ExportPlace;
  read: (after: ExportPlace) => Promise<ExportedLine[]>;
  /** The same for further lines: the first are read in the request's own turn. */
  readInTurn: (after: ExportPlace) => Promise<ExportedLine[]>;
}

/** Each chunk is complete in itself: its last line is the cursor after it. */
async function* chunksOf({ kind, epoch, after, read, readInTurn }: Reading): AsyncGenerator<string> {
  for (let place = after; ;) {
    const lines = place === after ? await read(place) : await readInTurn(place);
    place = lines.at(-1)?.place ?? place;
    const cursor = JSON.stringify({ cursor: writeCursor([kind, epoch, ...place]) });
    yield [...lines.map(({ line }) => line), cursor, ''].join('\n');
    if (lines.length < LINES_AT_ONCE) return;
  }
}

/** Reads the first chunk right away, so a database that can't answer gives an error and no empty file. */
async function streamOf(
  reading: Reading,
  onFail: (error: unknown) => void
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const encoder = new TextEncoder();
  const chunks = chunksOf(reading);
  let first: IteratorResult<string, void> | null = await chunks.next();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next =
        first ??
        (await chunks.next().catch((error: unknown) => {
          onFail(error);
          throw error;
        }));
      first = null;
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

function answer(c: Context<ServiceEnv>, stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  // Without this, the server would take a later chunk that fails for the end of the answer.
  c.header('Transfer-Encoding', 'chunked');
  c.header('Vary', 'Accept-Encoding', { append: true });
  (c.env as Connection | undefined)?.onStream?.();
  const headers = { 'Content-Type': 'application/x-ndjson' };
  if (!acceptsGzip(c.req.header('accept-encoding'))) return c.body(stream, 200, headers);
  const packed = stream.pipeThrough(new CompressionStream('gzip'));
  return c.body(packed, 200, { ...headers, 'Content-Encoding': 'gzip' });
}

const GONE = problemBody(
  'cursor_gone',
  'The database was restored or moved since this cursor was written, so rows after it may be missing. Delete what you have loaded, and load everything again without since.'
);

export function serveIncrementalExports(
  { files: door, inTurn }: Pick<Doors, 'files' | 'inTurn'>,
  { queries, log }: Pick<ServiceParts, 'queries' | 'log'>
): void {
  for (const kind of EXPORTED) {
    door.openapi(route(kind), async (c) => {
      const { since } = c.req.valid('query');
      const { id: appId } = c.get('app');
      const [ofKind, ofEpoch, ...place] = since ?? [kind, '', ...FIRST_PLACE];
      if (ofKind !== kind) {
        const message = `This cursor belongs to ${ofKind}.ndjson.`;
        return c.json(problemBody('invalid_request', message, [{ name: 'since', message }]), 400);
      }
      const epoch = await readExportEpoch(queries, appId, ofEpoch, place);
      if (since && ofEpoch !== epoch) return c.json(GONE, 410);
      const read = (after: ExportPlace) => readExport(queries, appId, kind, after, LINES_AT_ONCE);
      const readInTurn = (after: ExportPlace) => inTurn(c, () => read(after));
      const stream = await streamOf({ kind, epoch, after: place, read, readInTurn }, (error) =>
        log('error', 'An export was cut off', describeFault(error))
      );
      // zod-openapi takes every type with “json” in its name for JSON.
      return answer(c, stream) as never;
    });
  }
}
