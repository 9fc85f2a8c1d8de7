import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from '../ServiceEnv.ts';

/** For what is nobody else's business. A browser must not show it again after signing out, either. */
export const forbidStoring = createMiddleware<ServiceEnv>((c, next) => {
  c.header('Cache-Control', 'no-store');
  return next();
});
