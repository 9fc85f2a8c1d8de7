import { z } from '@hono/zod-openapi';
import { plainText } from './plainText';

const LONGEST_ID = 128;
const LONGEST_NAME = 64;
// The library sends up to 50.
const MOST_EVENTS = 100;

const eventSchema = z.object({
  id: plainText(LONGEST_ID).min(1),
  // Not limited to the names known today: refusing one would cost an app its whole batch.
  name: plainText(LONGEST_NAME).min(1).openapi({ example: 'add_to_cart' }),
  data: z.unknown().optional().refine(isSerializable, 'is nested too deeply').openapi({ description: 'Any JSON.' }),
  timestamp: z.iso.datetime({ offset: true }),
});

export const eventBatchSchema = z
  .object({
    deviceId: plainText(LONGEST_ID).min(1),
    platform: plainText(LONGEST_NAME).nullish().openapi({ example: 'android' }),
    sentAt: z.iso.datetime({ offset: true }),
    events: z.array(eventSchema).max(MOST_EVENTS),
  })
  .openapi('EventBatch');

export const eventCountsSchema = z
  .object({
    accepted: z.int().openapi({ description: 'New, and stored.' }),
    repeated: z.int().openapi({ description: 'Known by id, and dropped.' }),
  })
  .openapi('EventCounts');

export const eventListSchema = z
  .object({
    events: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        data: z.unknown().optional(),
        deviceId: z.string(),
        platform: z.string().nullable(),
        timestamp: z.iso.datetime(),
        receivedAt: z.iso.datetime(),
      })
    ),
  })
  .openapi('EventList');

// JSON.parse takes a hundred thousand nested brackets that JSON.stringify can't write.
function isSerializable(data: unknown): boolean {
  try {
    JSON.stringify(data);
    return true;
  } catch {
    return false;
  }
}
