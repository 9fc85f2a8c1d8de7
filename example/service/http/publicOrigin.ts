import type { Context } from 'hono';
import type { ServiceContext } from './ServiceContext';

/** Where the world sees this service: as configured, or as the caller called it. */
export function publicOrigin(c: Context, { publicUrl }: ServiceContext): string {
  return new URL(publicUrl ?? c.req.url).origin;
}
