import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from '../ServiceEnv.ts';

const PREFLIGHT_VALID_SECONDS = '600';

const ALLOWED_HEADERS = 'Authorization,Content-Type,X-App-ID,X-SDK,X-Install-ID';

/**
 * For an app that runs in a browser on another port. The key is publishable and there are no cookies, so any origin may
 * ask. Hono's own middleware sets its headers before there is a response, and so sends each of them twice.
 */
export function allowAnyOrigin() {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    c.header('Access-Control-Allow-Origin', '*');
    if (c.req.method === 'OPTIONS') {
      c.header('Access-Control-Allow-Methods', 'POST');
      c.header('Access-Control-Allow-Headers', ALLOWED_HEADERS);
      c.header('Access-Control-Max-Age', PREFLIGHT_VALID_SECONDS);
      return c.body(null, 204);
    }
    c.header('Access-Control-Expose-Headers', 'Retry-After');
    return next();
  });
}
