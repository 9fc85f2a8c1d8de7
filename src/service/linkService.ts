import { linkOutcome, sendOutcome, type LinkOutcome, type SendOutcome } from '../core/outcome';
import type { Settings } from '../core/resolveConfig';
import type { Clock, HttpReply, Post } from '../ports';
import { VERSION } from '../version';

export interface LinkService {
  match(body: object, timeoutMs: number): Promise<LinkOutcome>;
  resolve(url: string, timeoutMs: number): Promise<LinkOutcome>;
  send(body: string, timeoutMs: number): Promise<SendOutcome>;
}

/** The matching service's three endpoints, each ending in an outcome and never in an exception. */
export function createLinkService({ post, clock }: { post: Post; clock: Clock }, settings: Settings): LinkService {
  async function call(endpoint: string, body: string, timeoutMs: number): Promise<HttpReply> {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${settings.apiKey}`,
      'X-App-ID': settings.appId,
      'X-SDK': `react-native-deferred-link/${VERSION}`,
    };
    const reply = await post(`${settings.baseUrl}/api/link/${endpoint}`, headers, body, timeoutMs);
    // Without a status it is an error's text, which is logged; an app's own fetch may quote the headers in it.
    return reply.status === 0 ? { ...reply, text: reply.text.split(settings.apiKey).join('…') } : reply;
  }

  return {
    match: async (body, timeoutMs) => linkOutcome(await call('match-link', JSON.stringify(body), timeoutMs)),
    resolve: async (url, timeoutMs) => linkOutcome(await call('resolve-short', JSON.stringify({ url }), timeoutMs)),
    send: async (body, timeoutMs) => sendOutcome(await call('events', body, timeoutMs), clock.now()),
  };
}
