import { z } from '@hono/zod-openapi';
import { examineApp } from '../../operations/doctor/examineApp.ts';
import type { Sessions } from '../../operations/sessions.ts';
import { readDatabaseTime } from '../../storage/base/databaseTime.ts';
import { listKeys } from '../../storage/company/keys.ts';
import { listWebhooks } from '../../storage/company/webhooks.ts';
import type { Door } from '../doors/createDoor.ts';
import { seenOf } from '../middleware/caller.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { endpoint, json } from '../wire/endpoint.ts';
import { problemResponses } from '../wire/problems.ts';
import { appPathSchema, findAppInReach, unknownApp } from './apps.ts';

const findingSchema = z.object({
  verdict: z.enum(['good', 'bad', 'unknown']),
  what: z.string(),
  advice: z.string().optional().openapi({ description: 'What to do; missing if the verdict is good.' }),
});

export type FindingWire = z.output<typeof findingSchema>;

const route = endpoint('get', '/api/apps/{id}/doctor', {
  summary:
    'Check hosts, association files, proxy, keys, clocks and webhooks for common mistakes; takes up to ten seconds',
  request: { params: appPathSchema },
  responses: {
    200: json('What was found', z.object({ findings: z.array(findingSchema) }).openapi('Findings')),
    ...problemResponses(404),
  },
});

interface DoctorOptions extends Pick<ServiceParts, 'queries' | 'clock' | 'site' | 'fetchHost'> {
  sessions: Sessions;
}

export function serveDoctor(door: Door, { queries, clock, site, sessions, fetchHost }: DoctorOptions): void {
  door.openapi(route, async (c) => {
    const app = await findAppInReach(c, queries, c.req.valid('param').id);
    if (!app) return c.json(unknownApp, 404);
    const keys = await listKeys(queries, app.id);
    const webhooks = await listWebhooks(queries, app.id);
    const databaseTime = await readDatabaseTime(queries);
    const time = clock();
    const { address } = c.get('caller');
    const asker = address === null ? null : seenOf(c, site);
    const { header: countryHeader } = site.countries;
    const probe = await sessions.openProbe();
    try {
      return c.json(
        {
          findings: await examineApp({
            app,
            keys,
            webhooks,
            time,
            databaseTime,
            asker,
            probe,
            countryHeader,
            fetchHost,
          }),
        },
        200
      );
    } finally {
      await sessions.signOut([probe]);
    }
  });
}
