import { createMiddleware } from 'hono/factory';
import type { ServiceContext, ServiceEnv } from '../ServiceContext.ts';

const CHANGES = ['PATCH', 'PUT', 'DELETE'];

/** Whoever changes something here sees it with the next request here; other instances hear of it from the database. */
export function forgetAfterChange({ caches }: ServiceContext) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    await next();
    if (CHANGES.includes(c.req.method)) caches.forget();
  });
}
