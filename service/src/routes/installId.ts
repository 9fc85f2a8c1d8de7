import { z } from '@hono/zod-openapi';
import { plainText } from './schemas.ts';

export const LONGEST_INSTALL_ID = 128;

/** The header that says which install asks. */
export const installIdSchema = z.object({
  'x-install-id': plainText(LONGEST_INSTALL_ID)
    .min(1)
    .optional()
    .openapi({ description: 'A random id of the install; events are attributed to the links that it opened.' }),
});
