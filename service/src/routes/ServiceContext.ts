import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ClickFacts } from '../matching/ClickFacts.ts';
import type { Queries } from '../storage/Database.ts';
import type { App } from '../storage/tables.ts';

/** What the routes need of the world. */
export interface ServiceContext {
  queries: Queries;
  clock: () => number;
  matchWindowMs: number;
  storeUrl: string | null;
  publicUrl: string | null;
  trustProxy: boolean;
  visitorFacts: (request: Request) => Partial<ClickFacts>;
}

/** What the server tells of the connection that a request came over. */
export interface Connection {
  /** The other end's address. */
  address?: string | undefined;
}

export type ServiceEnv = { Variables: { app: App }; Bindings: Connection };

export type ServiceApp = OpenAPIHono<ServiceEnv>;
