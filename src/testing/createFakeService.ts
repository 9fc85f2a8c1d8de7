/** A request that the fake has received. */
export interface FakeRequest {
  endpoint: 'match-link' | 'resolve-short' | 'events';
  body: Record<string, unknown>;
}

/** What the fake answers. */
export interface FakeServiceAnswers {
  /** The link that a first run is matched with; without it nothing matches. */
  match?: string | null | undefined;
  /** What short links stand for; others are not short links. */
  resolve?: Record<string, string> | undefined;
  /** A status for every answer, such as 503: an outage. */
  status?: number | undefined;
}

export interface FakeService {
  /** Stands in for the global `fetch`, or answers inside any mock of it. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Every request so far, oldest first. */
  requests: FakeRequest[];
  /** What it answers from now on; may be changed at any time. */
  answers: FakeServiceAnswers;
}

const ENDPOINT = /\/api\/link\/(match-link|resolve-short|events)$/;

/** The real service refuses a request without them. */
const isSigned = (headers: Headers) => /^Bearer \S/.test(headers.get('Authorization') ?? '') && headers.get('X-App-ID');

function linkFor({ endpoint, body }: FakeRequest, { match, resolve = {} }: FakeServiceAnswers): string | undefined {
  return endpoint === 'match-link' ? (match ?? undefined) : resolve[String(body.url)];
}

/**
 * The matching service, in memory, for tests that mount the real provider.
 *
 * @example
 * const service = createFakeService({ match: 'https://shop.example/product/42' });
 * globalThis.fetch = service.fetch;
 */
export function createFakeService(answers: FakeServiceAnswers = {}): FakeService {
  const requests: FakeRequest[] = [];
  const reply = (status: number, body?: object) =>
    new Response(body && JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

  const service: FakeService = {
    requests,
    answers,
    async fetch(input, init) {
      const request = input instanceof Request ? input : new Request(String(input), init);
      const endpoint = ENDPOINT.exec(request.url)?.[1] as FakeRequest['endpoint'] | undefined;
      if (!endpoint) throw new TypeError(`[Link] The fake service has no ${request.url}.`);
      const received = { endpoint, body: (await request.json()) as Record<string, unknown> };
      requests.push(received);
      if (!isSigned(request.headers)) return reply(401);
      if (service.answers.status !== undefined) return reply(service.answers.status);
      if (endpoint === 'events') return reply(202, {});
      const link = linkFor(received, service.answers);
      return link === undefined ? reply(404) : reply(200, { link });
    },
  };
  return service;
}
