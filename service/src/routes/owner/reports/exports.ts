import { createRoute, z } from '@hono/zod-openapi';
import { listClicks } from '../../../storage/clicks.ts';
import { listEvents } from '../../../storage/events.ts';
import { listLinks } from '../../../storage/links.ts';
import { trimAmount } from '../../../values/readMoney.ts';
import { shortUrl } from '../../../values/shortUrl.ts';
import type { Door } from '../../doors/createDoor.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import type { ServiceContext } from '../../ServiceContext.ts';
import { problemResponses } from '../../wire/problems.ts';
import { answerCsv, PAGE_ROWS } from './csv.ts';

const route = createRoute({
  method: 'get',
  path: '/api/export/{file}',
  // A file is copied and sent around, so addresses stay in /api/clicks.
  summary: 'Everything of one kind as CSV, the newest first; clicks come without addresses',
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

export function serveExports(door: Door, service: ServiceContext): void {
  const { queries } = service;
  door.openapi(route, async (c) => {
    const { file } = c.req.valid('param');
    const app = c.get('app');
    const origin = linkOrigin(c, service, app);
    const files = {
      'links.csv': () =>
        answerCsv(c, service, {
          name: file,
          columns: {
            code: (link) => link.code,
            short_url: (link) => shortUrl(origin, link.code),
            destination: (link) => link.destination,
            title: (link) => link.title,
            description: (link) => link.description,
            data: (link) => link.data,
            created_at: (link) => link.createdAt,
            expires_at: (link) => link.expiresAt,
            disabled_at: (link) => link.disabledAt,
            image_url: (link) => link.imageUrl,
            ios_fallback: (link) => link.iosFallback,
            android_fallback: (link) => link.androidFallback,
            desktop_fallback: (link) => link.desktopFallback,
            updated_at: (link) => link.updatedAt,
          },
          readPage: (last: Awaited<ReturnType<typeof listLinks>>[number] | null) =>
            listLinks(queries, app.id, PAGE_ROWS, last),
        }),
      'clicks.csv': () =>
        answerCsv(c, service, {
          name: file,
          columns: {
            id: (click) => click.id,
            code: (click) => click.code,
            created_at: (click) => click.createdAt,
            user_agent: (click) => click.userAgent,
            language: (click) => click.language,
            timezone: (click) => click.timezone,
            claimed_at: (click) => click.claimedAt,
            claimed_by: (click) => click.claimedBy,
            query: (click) => click.query,
            device: (click) => click.device,
            model: (click) => click.model,
            system_version: (click) => click.systemVersion,
            screen_width: (click) => click.screenWidth,
            screen_height: (click) => click.screenHeight,
            scale: (click) => click.scale,
          },
          readPage: (last: Awaited<ReturnType<typeof listClicks>>[number] | null) =>
            listClicks(queries, app.id, PAGE_ROWS, last),
        }),
      'events.csv': () =>
        answerCsv(c, service, {
          name: file,
          columns: {
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
          readPage: async (last: Awaited<ReturnType<typeof listEvents>>[number] | null) =>
            (await listEvents(queries, app.id, PAGE_ROWS, last?.sequence ?? null)).reverse(),
        }),
    };
    return files[file]();
  });
}
