import type { App } from '../../storage/schema/tables.ts';
import { isLocalHost } from '../../values/hosts.ts';

/** Longer than a slow server takes, shorter than a person waits. */
export const ANSWER_WITHIN_MS = 10_000;

/** An association file of a hundred apps has a tenth of this; a longer answer is something else. */
const MAX_ANSWER_LENGTH = 256 * 1024;

export const originOf = (host: string) => `${isLocalHost(host) ? 'http' : 'https'}://${host}`;

/** Follows no redirect, and looks names up only a few at a time for each app. */
export type FetchHost = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
  appId: string
) => Promise<Response>;

export interface HostsOfApp {
  app: Pick<App, 'id'>;
  fetchHost: FetchHost;
}

export const ask = (
  { app, fetchHost }: HostsOfApp,
  url: string,
  headers: Record<string, string> = {}
): Promise<Response> => fetchHost(url, { headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }, app.id);

/** The body, cut at the length of a good answer, because the other end may never stop sending. */
export async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const body = response.body as ReadableStream<Uint8Array> | null;
  const reader = body?.getReader();
  let text = '';
  while (reader && text.length < MAX_ANSWER_LENGTH) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

export function reasonOf(error: unknown): string {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return root instanceof Error ? root.message : String(root);
}
