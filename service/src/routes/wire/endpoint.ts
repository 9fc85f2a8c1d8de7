import { createRoute, type RouteConfig, type z } from '@hono/zod-openapi';
import type { Scope } from '../../values/scopes.ts';

/** A route as its door reads it. */
export interface ScopedRoute extends RouteConfig {
  /**
   * What a secret key must be allowed to do.
   * @default 'all'
   */
  scope?: Scope;
  /** The parameters that viewers of a shared view may choose. If left out, no shared view may ask this route. */
  sharedViewParameters?: readonly string[];
}

/** Declares a route: what it takes and answers, besides what its door answers. */
export function endpoint<
  Method extends RouteConfig['method'],
  Path extends string,
  Details extends Pick<
    ScopedRoute,
    'summary' | 'parameters' | 'request' | 'responses' | 'scope' | 'sharedViewParameters'
  >,
>(method: Method, path: Path, details: Details) {
  return createRoute({ method, path, ...details });
}

/** An answer in JSON, for a route's `responses`. */
export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } };
}

/** A body that a route needs, for its `request`. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } };
}
