import { createRoute, z } from '@hono/zod-openapi';
import { examineApp } from '../../operations/doctor.ts';
import { readDatabaseTime } from '../../storage/databaseTime.ts';
import { listKeys } from '../../storage/keys.ts';
import { seenOf } from '../middleware/caller.ts';
import { limitConcurrency } from '../middleware/limits.ts';
import { byOwnerOrAdmin } from '../middleware/requireKey.ts';
import type { ServiceApp, ServiceContext } from '../ServiceContext.ts';
import { problemResponses } from '../wire/problems.ts';
import { jsonContent } from '../wire/schemas.ts';
import { appPathSchema, findAppInReach, unknownApp } from './apps.ts';

/** Each examination asks all hosts of an app, and waits for them. */
const MOST_AT_ONCE = 2;

const findingSchema = z.object({
  verdict: z.enum(['good', 'bad', 'unknown']),
  what: z.string(),
  advice: z.string().optional().openapi({ description: 'What to do; missing if the verdict is good.' }),
});

const route = createRoute({
  method: 'get',
  path: '/api/apps/{id}/doctor',
  summary: 'Check what people get wrong: hosts, association files, proxy, keys and clocks; takes up to ten seconds',
  security: byOwnerOrAdmin,
  request: { params: appPathSchema },
  responses: {
    200: {
      description: 'What was found',
      content: jsonContent(z.object({ findings: z.array(findingSchema) }).openapi('Findings')),
    },
    ...problemResponses(400, 401, 403, 404, 429, 503),
  },
});

export function serveDoctor(server: ServiceApp, service: ServiceContext): void {
  const { queries, clock, sessions } = service;
  server.use('/api/apps/:id/doctor', limitConcurrency(MOST_AT_ONCE));
  server.openapi(route, async (c) => {
    const app = await findAppInReach(c, queries, c.req.valid('param').id);
    if (!app) return c.json(unknownApp, 404);
    const keys = await listKeys(queries, app.id);
    const databaseTime = await readDatabaseTime(queries);
    const time = clock();
    const { address } = c.get('caller');
    const asker = address === null ? null : seenOf(c);
    const probe = await sessions.openProbe();
    try {
      return c.json({ findings: await examineApp({ app, keys, time, databaseTime, asker, probe }) }, 200);
    } finally {
      await sessions.signOut([probe]);
    }
  });
}
