import { z } from '@hono/zod-openapi';
import { plainText } from './plainText';

const LONGEST_ID = 200;
const LONGEST_TIMEZONE = 100;

export const clickPathSchema = z.object({
  id: plainText(LONGEST_ID).openapi({ param: { name: 'id', in: 'path' } }),
});

export const deviceReportSchema = z
  .object({
    screenWidth: z.number().positive().nullish(),
    screenHeight: z.number().positive().nullish(),
    scale: z.number().positive().nullish(),
    timezone: plainText(LONGEST_TIMEZONE).nullish(),
  })
  .openapi('DeviceReport');

export const clickListSchema = z
  .object({
    clicks: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        address: z.string().nullable(),
        userAgent: z.string().nullable(),
        language: z.string().nullable(),
        screenWidth: z.number().nullable(),
        screenHeight: z.number().nullable(),
        scale: z.number().nullable(),
        timezone: z.string().nullable(),
        createdAt: z.iso.datetime(),
        claimedAt: z.iso.datetime().nullable(),
        claimedBy: z.enum(['clickId', 'pastedLink', 'fingerprint']).nullable(),
      })
    ),
  })
  .openapi('ClickList');
