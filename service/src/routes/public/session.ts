import { z } from '@hono/zod-openapi';
import type { OpenSession, Sessions } from '../../operations/sessions.ts';
import type { Doors } from '../doors/createDoors.ts';
import {
  giveCookie,
  isFromHere,
  otherOrigin,
  readSession,
  readTokens,
  takeCookie,
} from '../middleware/sessionCookie.ts';
import { INCLUDED, SCOPES } from '../../values/scopes.ts';
import { endpoint, json, jsonBody } from '../wire/endpoint.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';

const credentialsSchema = z
  .strictObject({
    key: z.string().openapi({ description: 'The admin token, or a secret key of an app (sk_…).' }),
  })
  .openapi('Credentials');

const sessionSchema = z
  .object({
    role: z.enum(['admin', 'owner']).openapi({ description: 'An admin sees every app, an owner only this one.' }),
    scopes: z.array(z.enum(SCOPES)).openapi({ description: 'What this session may do; an admin may do everything.' }),
    app: z.object({ id: z.string(), name: z.string() }).nullable(),
    expiresAt: z.iso.datetime(),
  })
  .openapi('Session');

export type SessionWire = z.output<typeof sessionSchema>;

const open = endpoint('post', '/api/session', {
  summary: 'Sign in to the dashboard: sets a cookie with the rights of the key',
  request: { body: jsonBody(credentialsSchema) },
  responses: { 201: json('Signed in', sessionSchema), ...problemResponses(401, 403) },
});

const read = endpoint('get', '/api/session', {
  summary: 'Who is signed in',
  responses: { 200: json('The session', sessionSchema), ...problemResponses(401, 403) },
});

const close = endpoint('delete', '/api/session', {
  summary: 'Sign out: the cookie is no longer valid',
  responses: { 204: { description: 'Signed out, or never signed in' }, ...problemResponses(403) },
});

function toWire(session: OpenSession) {
  const app = session.role === 'owner' ? { id: session.app.id, name: session.app.name } : null;
  return { role: session.role, scopes: [...INCLUDED[session.scope]], app, expiresAt: session.expiresAt.toISOString() };
}

export function serveSession({ session, limitGuesses }: Doors, sessions: Sessions): void {
  session.openapi(open, async (c) => {
    // Another site must not sign a visitor in as somebody else.
    if (!isFromHere(c)) return c.json(otherOrigin, 403);
    const outcome = await sessions.signIn(c.req.valid('json').key.trim());
    if (outcome.kind === 'refused') {
      const refusal = await limitGuesses(c, () => Promise.resolve());
      if (refusal) return refusal as never;
      return c.json(problemBody('key_wrong', 'This is neither the admin token nor a valid secret key.'), 401);
    }
    giveCookie(c, outcome.token);
    return c.json(toWire(outcome.session), 201);
  });

  session.openapi(read, async (c) => {
    const outcome = await readSession(c, sessions);
    if (outcome.kind === 'foreign') return c.json(otherOrigin, 403);
    if (outcome.kind !== 'open') return c.json(problemBody('signed_out', 'Nobody is signed in.'), 401);
    return c.json(toWire(outcome.session), 200);
  });

  session.openapi(close, async (c) => {
    const outcome = readTokens(c);
    if (outcome.kind === 'foreign') return c.json(otherOrigin, 403);
    if (outcome.kind === 'tokens') await sessions.signOut(outcome.tokens);
    takeCookie(c);
    return c.body(null, 204);
  });
}
