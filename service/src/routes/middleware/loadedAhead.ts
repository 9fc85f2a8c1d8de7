import type { Context } from 'hono';
import type { ServiceEnv } from '../ServiceEnv.ts';

type C = Context<ServiceEnv>;

const says = (c: C, headers: readonly string[], pattern: RegExp) =>
  headers.some((name) => pattern.test(c.req.header(name) ?? ''));

/**
 * Whether the browser loads the page ahead of a tap that may never come, and asks again if it is refused. Chrome shows
 * the prefetched document in spite of `no-store`, so a page without a click must not be sent.
 */
export const isPrefetch = (c: C) => says(c, ['sec-purpose', 'purpose'], /prefetch|prerender/i);

/** Whether the page is loaded by something that may show it later without asking again, such as Facebook's app. */
export const isPreview = (c: C) =>
  says(c, ['x-purpose', 'x-moz', 'purpose', 'sec-purpose'], /prefetch|prerender|preview/i);
