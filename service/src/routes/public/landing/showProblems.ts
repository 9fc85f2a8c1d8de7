import type { Context, MiddlewareHandler } from 'hono';
import type { ServiceEnv } from '../../ServiceEnv.ts';
import { laterPage } from './missingPage.ts';
import { pageHeaders } from './pageHeaders.ts';

/** Whether a person sees the answer: a link to a screen of the app may be opened where the app is not installed. */
export function isForPeople({ req }: Context): boolean {
  const isPage = req.method === 'GET' && !/^\/(api|\.well-known)\//.test(req.path);
  return isPage && (req.header('accept') ?? '').includes('text/html');
}

/** Statuses of faults that pass. */
const LATER: readonly number[] = [429, 500, 503];

/** Programs get a problem as JSON, and people get a page, on which they can try again. */
export const showProblems: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  await next();
  const { status, headers } = c.res;
  if (!LATER.includes(status) || !headers.get('content-type')?.includes('json') || !isForPeople(c)) return;
  const shown = { ...(await pageHeaders()), 'Content-Type': 'text/html; charset=UTF-8' };
  c.res = new Response(String(await laterPage(c.req.header('accept-language'))), { status, headers: c.res.headers });
  for (const [name, value] of Object.entries(shown)) c.res.headers.set(name, value);
};
