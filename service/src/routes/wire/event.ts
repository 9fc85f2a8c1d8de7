import { z } from '@hono/zod-openapi';
import { EVENT_NAME } from '../../values/eventNames.ts';
import { readMoney } from '../../values/readMoney.ts';
import { plainText } from './schemas.ts';

/** How many of the events that were sent are stored. */
export const eventCounts = {
  accepted: z.int().openapi({ description: 'How many events were new, and stored.' }),
  repeated: z.int().openapi({ description: 'How many events were dropped because their id was known.' }),
};

export const eventNameSchema = z
  .string()
  .regex(EVENT_NAME, 'must be 1 to 40 characters from a-z 0-9 _, begin with a letter and not with link_')
  .openapi({ description: 'One of the library’s names, or one of the app’s own.', example: 'add_to_cart' });

export const MAX_EVENT_ID_LENGTH = 128;

export const eventIdSchema = plainText(MAX_EVENT_ID_LENGTH).min(1);

/**
 * In characters; the library sends no more. Lists and exports hold a thousand events in memory, and anybody with the
 * app's key can send such events.
 */
const MAX_DATA_LENGTH = 32 * 1024;

/** Any JSON; becomes its text, and the money in it. */
export const eventDataSchema = z
  .unknown()
  .optional()
  .transform((data, context) => {
    try {
      const text = data === undefined ? null : JSON.stringify(data);
      if (text !== null && text.length > MAX_DATA_LENGTH)
        context.addIssue(`may have at most ${MAX_DATA_LENGTH} characters`);
      return { text, money: readMoney(data) };
    } catch {
      // JSON.parse reads a hundred thousand nested brackets, which JSON.stringify can't write.
      context.addIssue('is nested too deeply');
      return z.NEVER;
    }
  })
  .openapi({ description: `Any JSON of at most ${MAX_DATA_LENGTH} characters.` });
