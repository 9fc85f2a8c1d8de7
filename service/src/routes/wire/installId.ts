import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ServiceEnv } from '../ServiceEnv.ts';
import { invalidBody } from './problems.ts';

export const MAX_INSTALL_ID_LENGTH = 64;

/** As service/protocol.md promises it to every service. */
const INSTALL_ID = /^[\w-]{1,64}$/;

export const installIdSchema = z
  .string()
  .regex(INSTALL_ID, `must be 1 to ${MAX_INSTALL_ID_LENGTH} characters from A-Z a-z 0-9 _ -`);

const headersSchema = z.object({ 'x-install-id': installIdSchema.optional() });

/**
 * For a route's `parameters`, not for its `request`: there the framework would copy all headers of every request to
 * check this one.
 */
export function installIdParameter(description: string) {
  return {
    name: 'x-install-id',
    in: 'header' as const,
    description,
    schema: { type: 'string' as const, pattern: INSTALL_ID.source },
  };
}

/** The install id, null if the request has none; or what is wrong with it. */
export function readInstallId(c: Context<ServiceEnv>) {
  const headers = headersSchema.safeParse({ 'x-install-id': c.req.header('x-install-id') });
  return headers.success
    ? { kind: 'read' as const, installId: headers.data['x-install-id'] ?? null }
    : { kind: 'invalid' as const, problem: invalidBody(headers.error, 'header') };
}
