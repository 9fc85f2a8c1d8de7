import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Caches } from '../../flow/createCaches.ts';
import type { NoteKeyUse } from '../../operations/createKeyUses.ts';
import type { OpenSession, Sessions } from '../../operations/sessions.ts';
import { findApp } from '../../storage/company/apps.ts';
import type { Queries } from '../../storage/base/Database.ts';
import { findKey } from '../../storage/company/keys.ts';
import { findSharedView } from '../../storage/company/sharedViews.ts';
import type { Author } from '../../storage/company/changes.ts';
import type { App, Key } from '../../storage/schema/tables.ts';
import { hashText } from '../../values/hashText.ts';
import { includesScope, SCOPES, type Scope } from '../../values/scopes.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';
import { problemBody } from '../wire/problems.ts';
import { COOKIE_NAME, COOKIE_PREFIX, otherOrigin, readSession, type SessionOutcome } from './sessionCookie.ts';

export const securitySchemes = {
  publishableKey: { type: 'http', scheme: 'bearer', description: 'A key that ships inside the app (pk_…).' },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key that stays with its owner (sk_…). The scope beside it is the one the key needs: `links` includes `read`, and `all` includes every other.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'ADMIN_TOKEN, or the token that the service printed at its first start.',
  },
  appId: { type: 'apiKey', in: 'header', name: 'X-App-ID' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: `${COOKIE_PREFIX}${COOKIE_NAME}`,
    description: 'The cookie that POST /api/session sets; over plain HTTP the name has no prefix.',
  },
} as const;

export const byPublishableKey = [{ publishableKey: [], appId: [] }];
const bySession = [{ session: [] }];
export const bySecretKey = [{ secretKey: [], appId: [] }, ...bySession];
export const byAdminToken = [{ adminToken: [] }, ...bySession];
export const byOwnerOrAdmin = [{ secretKey: [], appId: [] }, ...byAdminToken];

function bearerOf(c: Context): string | undefined {
  return c.req.header('authorization')?.match(/^Bearer +(\S+)$/i)?.[1];
}

function refuse(c: Context, code: string, message: string) {
  c.header('WWW-Authenticate', 'Bearer');
  return c.json(problemBody(code, message), 401);
}

type WithoutSession = Exclude<SessionOutcome, { kind: 'open' }>;

function refuseSession(c: Context, { kind }: WithoutSession, missing: { code: string; message: string }) {
  switch (kind) {
    case 'none':
      return refuse(c, missing.code, missing.message);
    case 'over':
      return c.json(problemBody('signed_out', 'The session has ended. Sign in again.'), 401);
    case 'foreign':
      return c.json(otherOrigin, 403);
  }
}

/** The app that a request with a session is about. A download can't set a header, so the query names the app. */
function wantedApp(c: Context): string | undefined {
  return c.req.header('x-app-id') ?? (c.req.method === 'GET' ? c.req.query('app') : undefined);
}

const unknownApp = problemBody('app_unknown', 'You have no app with this id.');

/** The answer to the other kind of key, by the kind that is needed. */
const wrongKind = {
  secret: problemBody('secret_key_required', 'This needs a secret key of the app, not a publishable one.'),
  publishable: problemBody(
    'publishable_key_required',
    'This needs a publishable key (pk_…). If the secret key was shipped in an app, revoke it.'
  ),
};

interface FoundKey {
  app: App;
  kind: Key['kind'];
  scope: Key['scope'];
  /** Null for the admin token. */
  id: string | null;
}

export interface Access {
  /** Any of them opens the administration. */
  adminTokenHashes: readonly string[];
  /** Of the token that opens nothing but the metrics. */
  metricsTokenHash: string | null;
  sessions: Sessions;
  noteKeyUse: NoteKeyUse;
}

/** What it takes to find out who asks. */
export interface Guarded {
  access: Access;
  queries: Queries;
  caches: Caches;
  clock: () => number;
}

function keyFinder(kind: Key['kind'], { access: { adminTokenHashes }, queries, caches }: Guarded) {
  return caches.cached(
    async (appId: string, key: string): Promise<FoundKey | null> => {
      if (appId === '' || appId.includes('\0')) return null;
      const hash = await hashText(key);
      if (kind === 'publishable' || !adminTokenHashes.includes(hash)) return findKey(queries, appId, hash);
      // The admin token opens every app.
      const app = await findApp(queries, appId);
      return app && { app, kind: 'secret', scope: 'all', id: null };
    },
    { appsOf: (found) => (found ? [found.app.id] : []) }
  );
}

export const SHARED_VIEW_PREFIX = 'view';

const keyIdOf = (session: OpenSession) => (session.role === 'admin' ? null : session.key.id);

export function authorOf(c: Context<ServiceEnv>, clock: () => number): Author {
  return { keyId: c.get('keyId'), at: new Date(clock()) };
}

/**
 * Lets requests through whose key belongs to the app that they name. The publishable key ships inside the app, where
 * anybody can read it, so it opens only what the app itself needs. A secret key doesn't open that, so nobody ships one
 * without noticing. In place of a secret key, a session or the token of a shared view will do.
 *
 * The answer doesn't say whether the app or the key is wrong, because that would tell which apps there are.
 */
export function requireKey(kind: Key['kind'], guarded: Guarded) {
  const { queries, caches } = guarded;
  const { adminTokenHashes, sessions, noteKeyUse } = guarded.access;
  const find = keyFinder(kind, guarded);

  const findAnyApp = caches.cached(async (id: string) => (id.includes('\0') ? null : findApp(queries, id)), {
    appsOf: (found) => (found ? [found.id] : []),
  });

  const findView = caches.cached(
    async (appId: string, token: string) =>
      appId.includes('\0') ? null : findSharedView(queries, appId, await hashText(token)),
    { appsOf: (found) => (found ? [found.app.id] : []) }
  );

  async function findAppOf(session: OpenSession, wanted: string | undefined): Promise<App | null> {
    if (session.role === 'admin') return wanted ? findAnyApp(wanted) : null;
    return wanted === undefined || wanted === session.app.id ? session.app : null;
  }

  return createMiddleware<ServiceEnv>(async (c, next) => {
    const key = bearerOf(c);
    if (!key) {
      const outcome = kind === 'secret' ? await readSession(c, sessions) : ({ kind: 'none' } as const);
      if (outcome.kind !== 'open') {
        return refuseSession(c, outcome, { code: 'key_missing', message: 'Send Authorization: Bearer <API_KEY>.' });
      }
      const app = await findAppOf(outcome.session, wantedApp(c));
      if (!app) return c.json(unknownApp, 403);
      c.set('app', app);
      c.set('scope', outcome.session.scope);
      c.set('keyId', keyIdOf(outcome.session));
      return next();
    }

    if (kind === 'secret' && key.startsWith(`${SHARED_VIEW_PREFIX}_`)) {
      const shared = await findView(c.req.header('x-app-id') ?? '', key);
      if (!shared || shared.share.expiresAt.getTime() <= guarded.clock())
        return refuse(c, 'view_ended', 'This view has ended, or never existed.');
      c.set('app', shared.app);
      c.set('scope', null);
      c.set('keyId', null);
      const filter = JSON.parse(shared.share.filter) as Record<string, string[]>;
      const { showsNames, expiresAt } = shared.share;
      c.set('sharedView', { filter, showsNames, expiresAt });
      return next();
    }
    const found = await find(c.req.header('x-app-id') ?? '', key);
    if (!found) {
      // Whoever has the admin token may know which apps there are.
      if (kind === 'secret' && adminTokenHashes.includes(await hashText(key))) return c.json(unknownApp, 403);
      return refuse(c, 'key_wrong', 'X-App-ID and the key don’t match, or one of them doesn’t exist.');
    }
    if (found.kind !== kind) return c.json(wrongKind[kind], 403);

    if (found.id !== null) noteKeyUse(found.id);
    c.set('app', found.app);
    c.set('scope', found.scope);
    c.set('keyId', found.id);
    return next();
  });
}

/** Whether a request asks for exactly what a view is bound to, apart from the `free` parameters. */
function isWithin(view: Record<string, string[]>, free: readonly string[], asked: URLSearchParams): boolean {
  const sorted = (values: readonly string[]) => JSON.stringify([...new Set(values)].sort());
  const names = new Set([...Object.keys(view), ...[...asked.keys()].filter((name) => !free.includes(name))]);
  // A name such as `constructor` is in every object.
  const boundTo = (name: string) => (Object.hasOwn(view, name) ? (view[name] ?? []) : []);
  return [...names].every((name) => sorted(boundTo(name)) === sorted(asked.getAll(name)));
}

/** Lets requests through whose key has the needed scope, or that stay within their shared view. */
export function requireScope(needed: Scope, sharedViewParameters?: readonly string[]) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const view = c.get('sharedView') as ServiceEnv['Variables']['sharedView'] | undefined;
    if (view && sharedViewParameters && isWithin(view.filter, sharedViewParameters, new URL(c.req.url).searchParams))
      return next();
    if (view) return c.json(problemBody('view_bound', 'This is outside the shared view.'), 403);
    const scope = c.get('scope');
    if (scope !== null && includesScope(scope, needed)) return next();
    const enough = SCOPES.filter((one) => includesScope(one, needed)).join(' or ');
    const message = `This needs a secret key with the scope ${enough}.`;
    return c.json(problemBody('scope_required', message), 403);
  });
}

/** Who may use a part of the administration without the admin token. */
type AlsoLetIn = 'owners-to-read' | 'probes' | 'metrics' | 'nobody';

/** Lets requests through with an admin token or the session of an admin, and what `also` names. */
export function requireAdmin(guarded: Guarded, also: AlsoLetIn = 'nobody') {
  const { adminTokenHashes, metricsTokenHash, sessions, noteKeyUse } = guarded.access;
  const find = keyFinder('secret', guarded);
  const isOpenToOwners = (c: Context) =>
    also === 'owners-to-read' && (c.req.method === 'GET' || c.req.method === 'HEAD');

  /** Null if this is no secret key of X-App-ID, or if owners have no business here. */
  async function findOwn(c: Context, key: string): Promise<FoundKey | null> {
    if (!isOpenToOwners(c)) return null;
    const found = await find(c.req.header('x-app-id') ?? '', key);
    if (found?.kind !== 'secret') return null;
    if (found.id !== null) noteKeyUse(found.id);
    return found;
  }

  return createMiddleware<ServiceEnv>(async (c, next) => {
    c.set('ownApp', null);
    c.set('scope', 'all');
    c.set('keyId', null);
    const token = bearerOf(c);
    if (!token) {
      const outcome = await readSession(c, sessions);
      if (outcome.kind !== 'open') {
        const message = 'Send Authorization: Bearer <ADMIN_TOKEN>.';
        return refuseSession(c, outcome, { code: 'token_missing', message });
      }
      const { session } = outcome;
      if (session.role === 'admin') return next();
      if (!isOpenToOwners(c)) {
        return c.json(problemBody('admin_required', 'This needs the admin token, not a key of an app.'), 403);
      }
      c.set('ownApp', session.app);
      c.set('scope', session.scope);
      return next();
    }
    // Somebody who times the comparison learns about a hash, which doesn't reveal the token.
    const hash = await hashText(token);
    if (adminTokenHashes.includes(hash)) return next();
    if (also === 'metrics' && hash === metricsTokenHash) return next();
    if (also === 'probes' && (await sessions.isProbe(token))) return next();
    const own = await findOwn(c, token);
    if (!own) return refuse(c, 'token_wrong', 'The admin token is wrong.');
    c.set('ownApp', own.app);
    c.set('scope', own.scope);
    return next();
  });
}
