import type { Endpoint } from '../core/endpoints';
import { linkOutcome, sendOutcome, unreachable, type LinkOutcome, type SendOutcome } from '../core/outcome';
import type { Settings } from '../core/resolveConfig';
import type { HttpReply, Ports } from '../ports';
import { ID_MS, type Install } from '../storage/install';
import { VERSION } from '../version';

/** The requests to the matching service. Each ends in an outcome, and never in an exception. */
export function createLinkService({ post, clock, log }: Ports, settings: Settings, install: Install) {
  async function call(endpoint: Endpoint, body: string, ms: number, installId: string | null): Promise<HttpReply> {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${settings.API_KEY}`,
      'X-App-ID': settings.appID,
      'X-SDK': `react-native-deferred-link/${VERSION}`,
      ...(installId && { 'X-Install-ID': installId }),
    };
    const reply = await post(`${settings.baseUrl}/api/link/${endpoint}`, headers, body, ms);
    if (reply.status >= 200 && reply.status <= 299) return reply;
    // The text of a failure is logged. An app's own fetch, or a service, may have quoted the headers in it.
    const text = reply.text.split(settings.API_KEY).join('…');
    return { ...reply, text: reply.status === 0 ? unreachable(settings.baseUrl, text) : text };
  }

  return {
    /** Asks an endpoint that answers with a link. If consent isn't needed, the request goes without an id instead. */
    async askForLink(
      endpoint: Exclude<Endpoint, 'events'>,
      body: object,
      timeoutMs: number,
      needsConsent = true
    ): Promise<LinkOutcome> {
      const ends = clock.elapsed() + timeoutMs;
      // Time is left for the answer, however long storage takes.
      const known = await install.id(Math.min(timeoutMs / 2, ID_MS));
      // It is asked again, as consent may have been withdrawn a moment ago. The caller knows that: no reason is given.
      const id = install.isAllowed() ? known : null;
      if (id === null && needsConsent) return { kind: 'unavailable', reason: '' };
      const outcome = linkOutcome(await call(endpoint, JSON.stringify(body), ends - clock.elapsed(), id));
      if (outcome.kind === 'found' && outcome.reason) log.error('data', outcome.reason);
      return outcome;
    },

    send: async (body: string, timeoutMs: number, id: string): Promise<SendOutcome> =>
      sendOutcome(await call('events', body, timeoutMs, id)),
  };
}

export type LinkService = ReturnType<typeof createLinkService>;
