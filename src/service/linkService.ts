import type { Endpoint } from '../core/endpoints';
import { answerAdvice, linkOutcome, sendOutcome, type LinkOutcome, type SendOutcome } from '../core/outcome';
import type { Settings } from '../core/resolveConfig';
import { within } from '../core/within';
import type { HttpReply, Ports } from '../ports';
import type { Install } from '../storage/install';
import { VERSION } from '../version';

export interface LinkService {
  /** Asks an endpoint that answers with a link. If consent isn't needed, the request goes without an id instead. */
  askForLink(
    endpoint: Exclude<Endpoint, 'events'>,
    body: object,
    timeoutMs: number,
    needsConsent?: boolean
  ): Promise<LinkOutcome>;
  send(body: string, timeoutMs: number, installId: string): Promise<SendOutcome>;
}

/** The requests to the matching service. Each ends in an outcome, and never in an exception. */
export function createLinkService(
  { post, clock, log }: Pick<Ports, 'post' | 'clock' | 'log'>,
  settings: Settings,
  install: Pick<Install, 'id' | 'isAllowed'>
): LinkService {
  async function call(
    endpoint: Endpoint,
    body: string,
    timeoutMs: number,
    installId: string | null
  ): Promise<HttpReply> {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${settings.apiKey}`,
      'X-App-ID': settings.appId,
      'X-SDK': `react-native-deferred-link/${VERSION}`,
      ...(installId && { 'X-Install-ID': installId }),
    };
    const reply = await post(`${settings.baseUrl}/api/link/${endpoint}`, headers, body, timeoutMs);
    // The text of a failure is logged. An app's own fetch, or a service, may have quoted the headers in it.
    const isFailure = reply.status < 200 || reply.status > 299;
    return isFailure ? { ...reply, text: reply.text.split(settings.apiKey).join('…') } : reply;
  }

  const askForLink: LinkService['askForLink'] = async (endpoint, body, timeoutMs, needsConsent = true) => {
    const since = clock.elapsed();
    // If the id takes too long, the request goes without it, so that time is left for the answer.
    const id = await within(clock, timeoutMs / 2, install.id);
    // Consent was withdrawn meanwhile. The caller knows that, so no reason is given.
    const isWithdrawn = !install.isAllowed() || id.value === null;
    if (isWithdrawn && needsConsent) return { kind: 'unavailable', reason: '' };
    const left = timeoutMs - (clock.elapsed() - since);
    const reply = await call(endpoint, JSON.stringify(body), left, isWithdrawn ? null : (id.value ?? null));
    const advice = __DEV__ ? answerAdvice(reply) : null;
    if (advice) log.advise(advice);
    const outcome = linkOutcome(reply);
    if (outcome.kind === 'found' && outcome.reason) log.error('data', outcome.reason);
    return outcome;
  };

  return {
    askForLink,
    send: async (body, timeoutMs, id) => sendOutcome(await call('events', body, timeoutMs, id), clock.now()),
  };
}
