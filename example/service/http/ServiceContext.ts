import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ClickFacts } from '../matching/ClickFacts';
import type { Queries } from '../storage/Database';
import type { App } from '../storage/tables';

/** What the routes need of the world. */
export type ServiceContext = {
  queries: Queries;
  clock: () => number;
  matchWindowMs: number;
  storeUrl: string | null;
  publicUrl: string | null;
  trustProxy: boolean;
  visitorFacts: (request: Request) => Partial<ClickFacts>;
};

export type ServiceEnv = { Variables: { app: App } };

export type ServiceApp = OpenAPIHono<ServiceEnv>;
