import { z } from '@hono/zod-openapi';
import { listClicks } from '../../../storage/facts/clicks.ts';
import { listEvents } from '../../../storage/facts/events.ts';
import { listLinks } from '../../../storage/company/linkLists.ts';
import type { Click, Link, StoredEvent } from '../../../storage/schema/tables.ts';
import { CAMPAIGN_FIELDS } from '../../../values/campaign.ts';
import { trimAmount } from '../../../values/readMoney.ts';
import { shortUrl } from '../../../values/shortUrl.ts';
import type { Doors } from '../../doors/createDoors.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { FILE_COLUMNS } from '../../wire/link.ts';
import { answerCsv, columnsOf, PAGE_ROWS } from './csv.ts';

const route = endpoint('get', '/api/export/{file}', {
  // A file is copied and sent around, so addresses stay in /api/clicks.
  summary: 'Everything of one kind as CSV, newest first; clicks without addresses',
  request: {
    params: z.object({
      file: z.enum(['links.csv', 'clicks.csv', 'events.csv']),
    }),
  },
  responses: {
    200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
  },
});

export function serveExports(
  { files: door, inTurn }: Pick<Doors, 'files' | 'inTurn'>,
  { queries, site, log }: Pick<ServiceParts, 'queries' | 'site' | 'log'>
): void {
  door.openapi(route, async (c) => {
    const { file } = c.req.valid('param');
    const app = c.get('app');
    const origin = linkOrigin(c, site, app);
    const files = {
      'links.csv': () =>
        answerCsv(
          c,
          { inTurn, log },
          {
            name: file,
            columns: {
              code: (link) => link.code,
              short_url: (link) => shortUrl(origin, link.code),
              ...columnsOf<Link>(...FILE_COLUMNS),
            },
            readPage: (last: Link | null) =>
              listLinks(queries, { appId: app.id, kind: null, search: null }, PAGE_ROWS, last),
          }
        ),
      'clicks.csv': () =>
        answerCsv(
          c,
          { inTurn, log },
          {
            name: file,
            columns: {
              ...columnsOf<Click>(
                'id',
                'code',
                'createdAt',
                'userAgent',
                'language',
                'timezone',
                'claimedAt',
                'claimedBy'
              ),
              ...columnsOf<Click>(
                'query',
                'device',
                'browser',
                'storeTappedAt',
                'model',
                'systemVersion',
                'screenWidth',
                'screenHeight',
                'scale'
              ),
              ...columnsOf<Click>(...CAMPAIGN_FIELDS, 'country'),
            },
            readPage: (last: Click | null) =>
              listClicks(queries, app.id, PAGE_ROWS, last && { at: last.createdAt, id: last.id }),
          }
        ),
      'events.csv': () =>
        answerCsv(
          c,
          { inTurn, log },
          {
            name: file,
            columns: {
              ...columnsOf<StoredEvent>('id', 'name'),
              install_id: (event) => event.installId,
              ...columnsOf<StoredEvent>('platform', 'data', 'loggedAt', 'receivedAt', 'occurredAt', 'userId'),
              link: (event) => event.code,
              amount: (event) => event.amount && trimAmount(event.amount),
              currency: (event) => event.currency,
            },
            readPage: async (last: StoredEvent | null) =>
              (await listEvents(queries, app.id, PAGE_ROWS, last)).reverse(),
          }
        ),
    };
    return files[file]();
  });
}
