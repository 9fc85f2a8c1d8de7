import { z } from '@hono/zod-openapi';

const DEFAULT_ROWS = 100;
const MOST_ROWS = 1_000;

export const listQuerySchema = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_ROWS)
    .default(DEFAULT_ROWS)
    .openapi({ param: { name: 'limit', in: 'query' } }),
});
