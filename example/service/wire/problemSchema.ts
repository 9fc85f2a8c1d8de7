import { z } from '@hono/zod-openapi';

export const problemSchema = z
  .object({
    error: z.object({
      code: z.string().openapi({ example: 'no_match' }),
      message: z.string(),
      fields: z
        .array(z.object({ name: z.string(), message: z.string() }))
        .optional()
        .openapi({ description: 'The fields that broke the schema.' }),
    }),
  })
  .openapi('Problem');
