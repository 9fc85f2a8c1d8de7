import { OpenAPIHono } from '@hono/zod-openapi';
import type { Handler, MiddlewareHandler } from 'hono';
import { answerInvalid } from '../middleware/answerProblems.ts';
import { holdBody, limitBody } from '../middleware/limits.ts';
import { requireScope } from '../middleware/requireKey.ts';
import type { Scope } from '../../values/scopes.ts';
import type { ScopedRoute } from '../wire/endpoint.ts';
import type { ServiceApp, ServiceEnv } from '../ServiceEnv.ts';
import { problemResponses } from '../wire/problems.ts';

type Middleware = MiddlewareHandler<ServiceEnv>;

/** Who asks. The OpenAPI document groups the routes by this. */
export type Audience = 'app' | 'owner' | 'admin' | 'public';

interface DoorRules {
  name: Audience;
  /** What the OpenAPI document says that a caller needs. A secret key and a session also need the route's scope. */
  security?: Record<string, string[]>[];
  /** Cache rule, rate limits and credentials, in this order. They answer before the body is read. */
  guards: Middleware[];
  /** Limits how many requests run at a time. Bodies are read before it, so a slow sender keeps nobody waiting. */
  gate?: Middleware;
  /** Answers OPTIONS for every path of the door. */
  preflight?: Middleware;
  /** @default 256 KiB */
  maxBodyBytes?: number;
}

/** Where the routes of one audience are registered. Each of them gets the guards of the door. */
export interface Door {
  openapi: ServiceApp['openapi'];
  /** For what the OpenAPI document leaves out. */
  get: (path: string, handler: Handler<ServiceEnv>) => void;
  /** The same door with more guards, a gate of its own, or other credentials in the document. */
  with: (more: Partial<Pick<DoorRules, 'security' | 'guards' | 'gate' | 'maxBodyBytes'>>) => Door;
  mountOn: (server: ServiceApp) => void;
}

/** The credentials that have a scope. */
const SCOPED = ['secretKey', 'session'];

const isScoped = (security: DoorRules['security']) => security?.some((scheme) => 'secretKey' in scheme) ?? false;

/** In OpenAPI 3.1, any scheme may list the roles that a route needs. */
function withScope(security: Record<string, string[]>[], scope: Scope): Record<string, string[]>[] {
  return security.map((schemes) =>
    Object.fromEntries(Object.keys(schemes).map((name) => [name, SCOPED.includes(name) ? [scope] : []]))
  );
}

function openDoor(app: ServiceApp, rules: DoorRules): Door {
  const { name, security, guards, gate, preflight, maxBodyBytes } = rules;
  const gates = gate ? [gate] : [];

  /** What a door may answer before the route runs. */
  function refusals({ request }: ScopedRoute): ScopedRoute['responses'] {
    return {
      ...(request ? problemResponses(400) : {}),
      ...(security ? problemResponses(401, 403) : {}),
      ...(request?.body ? problemResponses(413, 415) : {}),
      ...problemResponses(429, 503),
    };
  }

  function register(
    { scope = 'all', sharedViewParameters, ...route }: ScopedRoute,
    handler: Handler<ServiceEnv>
  ): void {
    const scoped = isScoped(security) ? [requireScope(scope, sharedViewParameters)] : [];
    const body = route.request?.body ? [limitBody(maxBodyBytes), ...(gate ? [holdBody()] : [])] : [];
    if (preflight) app.on('OPTIONS', route.path, preflight);
    app.openapi(
      {
        ...route,
        responses: { ...refusals(route), ...route.responses },
        tags: [name],
        ...(security ? { security: isScoped(security) ? withScope(security, scope) : security } : {}),
        middleware: [...guards, ...scoped, ...body, ...gates],
      },
      handler as Parameters<ServiceApp['openapi']>[1]
    );
  }

  return {
    openapi: register as unknown as ServiceApp['openapi'],
    get: (path, handler) => void app.on('GET', [path], ...guards, ...gates, handler),
    with: ({ guards: more = [], ...others }) => openDoor(app, { ...rules, ...others, guards: [...guards, ...more] }),
    mountOn: (server) => void server.route('/', app),
  };
}

export function createDoor(rules: DoorRules): Door {
  return openDoor(new OpenAPIHono<ServiceEnv>({ defaultHook: answerInvalid, strict: false }), rules);
}
