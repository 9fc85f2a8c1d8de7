import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { DEMO_KEYS } from '../operations/demoShop.ts';
import { findApp } from '../storage/apps.ts';
import { findKey } from '../storage/keys.ts';
import type { App, Key } from '../storage/tables.ts';
import { hashText } from '../types/hashText.ts';
import { problemBody } from './problems.ts';
import type { ServiceContext, ServiceEnv } from './ServiceContext.ts';

export const securitySchemes = {
  publishableKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that ships inside the app (pk_…).',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that stays with its owner (sk_…).',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'ADMIN_TOKEN, or the token that the service printed at its first start.',
  },
  appId: { type: 'apiKey', in: 'header', name: 'X-App-ID' },
} as const;

export const byPublishableKey = [{ publishableKey: [], appId: [] }];
export const bySecretKey = [{ secretKey: [], appId: [] }];
export const byAdminToken = [{ adminToken: [] }];

const demoKeys: readonly string[] = Object.values(DEMO_KEYS);

function bearerOf(c: Context): string | undefined {
  return c.req.header('authorization')?.match(/^Bearer +(\S+)$/i)?.[1];
}

function refuse(c: Context, code: string, message: string) {
  c.header('WWW-Authenticate', 'Bearer');
  return c.json(problemBody(code, message), 401);
}

/**
 * Lets a request through whose key belongs to its app. The publishable key ships inside the app,
 * where anybody can read it, so it matches links and sends events and does nothing else.
 *
 * Whether the app or the key is wrong stays unsaid: that would tell which apps there are.
 */
export function requireKey(kind: Key['kind'], service: ServiceContext) {
  const { queries, isDemo, adminTokenHashes, caches } = service;

  const find = caches.cached(async (appId: string, key: string): Promise<{ app: App; kind: Key['kind'] } | null> => {
    if (appId === '' || appId.includes('\0') || (!isDemo && demoKeys.includes(key))) return null;
    const hash = await hashText(key);
    if (kind === 'publishable' || !adminTokenHashes.includes(hash)) return findKey(queries, appId, hash);
    // Whoever has the admin token has every app.
    const app = await findApp(queries, appId);
    return app && { app, kind: 'secret' };
  });

  return createMiddleware<ServiceEnv>(async (c, next) => {
    const key = bearerOf(c);
    if (!key) return refuse(c, 'key_missing', 'Send Authorization: Bearer <API_KEY>.');

    const found = await find(c.req.header('x-app-id') ?? '', key);
    if (!found) return refuse(c, 'key_wrong', 'X-App-ID and the key don’t belong together, or neither exists.');
    if (kind === 'secret' && found.kind !== 'secret') {
      const message = 'This takes a secret key of the app, not a publishable one.';
      return c.json(problemBody('secret_key_required', message), 403);
    }

    c.set('app', found.app);
    return next();
  });
}

/** Lets a request through that has an admin token. */
export function requireAdmin({ adminTokenHashes }: ServiceContext) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const token = bearerOf(c);
    if (!token) return refuse(c, 'token_missing', 'Send Authorization: Bearer <ADMIN_TOKEN>.');
    // Whoever times the comparison learns about a hash, from which no token can be told.
    if (!adminTokenHashes.includes(await hashText(token))) return refuse(c, 'token_wrong', 'The admin token is wrong.');
    return next();
  });
}
