import { createMiddleware } from 'hono/factory';
import { findApp } from '../storage/apps.ts';
import { hashKey } from '../storage/hashKey.ts';
import { problemBody } from './problems.ts';
import type { ServiceContext, ServiceEnv } from './ServiceContext.ts';

export const securitySchemes = {
  publishableKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key that ships inside the app (pk_…).',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key that stays with its owner (sk_…).',
  },
  appId: { type: 'apiKey', in: 'header', name: 'X-App-ID' },
} as const;

export const byPublishableKey = [{ publishableKey: [], appId: [] }];
export const bySecretKey = [{ secretKey: [], appId: [] }];

/**
 * Lets a request through whose key belongs to its app. The publishable key ships inside the app,
 * where anybody can read it, so it matches links and sends events and does nothing else.
 */
export function requireKey(kind: 'publishable' | 'secret', { queries }: ServiceContext) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const key = c.req.header('authorization')?.match(/^Bearer +(\S+)$/i)?.[1];
    if (!key) {
      c.header('WWW-Authenticate', 'Bearer');
      return c.json(problemBody('key_missing', 'Send Authorization: Bearer <API_KEY>.'), 401);
    }

    const appId = c.req.header('x-app-id');
    const app = appId ? await findApp(queries, appId) : null;
    if (!app) return c.json(problemBody('app_unknown', 'X-App-ID names no app here.'), 403);

    // Whoever times the comparison learns about a hash, from which no key can be told.
    const hash = await hashKey(key);
    const isSecret = hash === app.secretKeyHash;
    if (!isSecret && hash !== app.publishableKeyHash) {
      c.header('WWW-Authenticate', 'Bearer');
      return c.json(problemBody('key_wrong', 'The key is not one of this app.'), 401);
    }
    if (kind === 'secret' && !isSecret) {
      const message = 'This takes the secret key of the app, not the publishable one.';
      return c.json(problemBody('secret_key_required', message), 403);
    }

    c.set('app', app);
    return next();
  });
}
