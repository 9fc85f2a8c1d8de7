import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Caller } from '../flow/proxies.ts';
import type { App } from '../storage/schema/tables.ts';
import type { Scope } from '../values/scopes.ts';

/** What the server knows about the connection of a request. */
export interface Connection {
  address?: string | undefined;
  /** The request's target as it was sent: a URL hides the dots that were in a path. */
  target?: string | undefined;
  /** Called if the body is written after the handler has returned, so a stop waits for its end. */
  onStream?: (() => void) | undefined;
}

export interface ServiceEnv {
  Variables: {
    caller: Caller;
    /** The app whose key was checked. */
    app: App;
    /** What the caller's secret key may do. The admin token may do everything. */
    scope: Scope | null;
    /** The secret key that was checked; null for the admin token. */
    keyId: string | null;
    /** What a shared view is bound to, what it shows, and until when; null for everybody else. */
    sharedView: { filter: Record<string, string[]>; showsNames: boolean; expiresAt: Date } | null;
    /** In the administration: the only app that the caller may see; null if the caller may see all. */
    ownApp: App | null;
  };
  Bindings: Connection;
}

export type ServiceApp = OpenAPIHono<ServiceEnv>;
