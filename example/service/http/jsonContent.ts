import type { z } from '@hono/zod-openapi';

export function jsonContent<Schema extends z.ZodType>(schema: Schema) {
  return { 'application/json': { schema } };
}
