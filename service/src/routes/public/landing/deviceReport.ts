import { z } from '@hono/zod-openapi';
import { canonicalTimezone } from '../../../matching/canonicalTimezone.ts';
import { systemVersionOf } from '../../../matching/readUserAgent.ts';
import { addDeviceReports, MAX_CLICKS_IN_MEMORY, type DeviceReport } from '../../../storage/facts/clicks.ts';
import { createGroupCommit } from '../../../flow/createGroupCommit.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { Busy } from '../../../values/faults.ts';
import { endpoint, jsonBody } from '../../wire/endpoint.ts';
import { problemBody, problemResponses } from '../../wire/problems.ts';
import { partialSize, plainText } from '../../wire/schemas.ts';

const MAX_ID_LENGTH = 200;
const MAX_TIMEZONE_LENGTH = 100;
const MAX_MODEL_LENGTH = 100;
const MAX_VERSION_LENGTH = 50;

const clickPathSchema = z.object({ id: plainText(MAX_ID_LENGTH) });

const reportQuerySchema = z.object({
  app: plainText(MAX_ID_LENGTH).openapi({ description: 'The app that the click belongs to.' }),
});

const deviceReportSchema = z
  .object({
    screenWidth: partialSize,
    screenHeight: partialSize,
    scale: partialSize,
    timezone: plainText(MAX_TIMEZONE_LENGTH).nullish(),
    model: plainText(MAX_MODEL_LENGTH).nullish().openapi({
      description: 'From the client hints of Android, whose user agent hides it. Ignored on other devices.',
    }),
    systemVersion: plainText(MAX_VERSION_LENGTH).nullish(),
  })
  .openapi('DeviceReport');

const route = endpoint('post', '/api/clicks/{id}/device', {
  summary: 'Store what the landing page reports about its browser. Anyone who knows the click id may report',
  request: { params: clickPathSchema, query: reportQuerySchema, body: jsonBody(deviceReportSchema) },
  responses: { 204: { description: 'Stored' }, ...problemResponses(404) },
});

export function serveDeviceReports(
  door: Door,
  { queries, clock, addClick }: Pick<ServiceParts, 'queries' | 'clock' | 'addClick'>
): void {
  const addDeviceReport = createGroupCommit(
    async (reports: DeviceReport[]) => {
      // A report needs its click, which may still wait for the database.
      if (addClick.inMemory(reports[0]?.appId ?? '') > 0) throw new Busy();
      return addDeviceReports(queries, reports);
    },
    { ownerOf: ({ appId }) => appId, groupsAtOnce: 1, keep: { most: MAX_CLICKS_IN_MEMORY, result: 'added' } }
  );

  door.openapi(route, async (c) => {
    const { screenWidth, screenHeight, scale, timezone, model, systemVersion } = c.req.valid('json');
    const outcome = await addDeviceReport({
      appId: c.req.valid('query').app,
      clickId: c.req.valid('param').id,
      screenWidth,
      screenHeight,
      scale,
      timezone: timezone ? canonicalTimezone(timezone) : null,
      model: model?.trim() || null,
      systemVersion: systemVersionOf('android', systemVersion ?? null),
      now: new Date(clock()),
    });
    if (outcome === 'added') return c.body(null, 204);
    return c.json(problemBody('click_unknown', 'There is no such click, or its device was already reported.'), 404);
  });
}
