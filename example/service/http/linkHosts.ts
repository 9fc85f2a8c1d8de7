import type { Context } from 'hono';
import type { App } from '../storage/tables';
import { publicOrigin } from './publicOrigin';
import type { ServiceContext } from './ServiceContext';

/** The hosts on which an app's short links live: its own, and the service itself. */
export function linkHosts(c: Context, service: ServiceContext, app: App): string[] {
  return [...app.linkHosts, new URL(publicOrigin(c, service)).host, new URL(c.req.url).host];
}
