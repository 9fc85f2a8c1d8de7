import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from '../ServiceEnv.ts';

/** For private answers. A browser must not show them again after signing out, either. */
export const forbidStoring = createMiddleware<ServiceEnv>((c, next) => {
  c.header('Cache-Control', 'no-store');
  return next();
});
