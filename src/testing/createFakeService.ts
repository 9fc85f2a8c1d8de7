import { ENDPOINTS, type Endpoint } from '../core/endpoints';
import { cut } from '../core/linkFromTarget';
import type { Link } from '../types';
import { compileNativePackages } from './compileNativePackages';

compileNativePackages();

/** A request that the fake service received. */
export interface FakeRequest {
  /** The end of the path, such as `match-link`. */
  endpoint: Endpoint;
  /** The parsed JSON body. */
  body: Record<string, unknown>;
}

/** A link with its data and match, as the service would send it. */
export interface FakeAnswer {
  /** The link: absolute, or a path such as `/product/42`. */
  link: string;
  /** The link's `data`. */
  data?: Link['data'] | undefined;
  /** The link's `match`. */
  match?: Link['match'] | undefined;
}

/** What the fake service answers. */
export interface FakeServiceAnswers {
  /** The link of a first run; without it, nothing matches. */
  match?: string | FakeAnswer | null | undefined;
  /** The destinations of short links. Links that the fake service created for `createLink` are resolved, too. */
  resolve?: Record<string, string | FakeAnswer> | undefined;
  /** The status of every answer, such as 503 for an outage. */
  status?: number | undefined;
}

/** A fake service, made by `createFakeService`. */
export interface FakeService {
  /** Replaces the global `fetch`, or answers inside any mock of it. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Every request so far, oldest first. */
  requests: FakeRequest[];
  /** The answers, which you may change at any time. */
  answers: FakeServiceAnswers;
}

const ORIGIN = 'https://go.example';

/** Whether a request has its credentials; the real service refuses one without them. */
const isSigned = (headers: Headers) =>
  /^Bearer \S/.test(String(headers.get('Authorization'))) && headers.get('X-App-ID');

/** Makes links, the same link for the same route and data, and resolves them. */
function createLinks() {
  const urls = new Map<string, string>();
  const made = new Map<string, FakeAnswer>();
  return {
    /** What a link stands for; a query that somebody has added to it is handed on. */
    find(url: string): FakeAnswer | undefined {
      const [address, query] = cut(url, '?');
      const found = made.get(address);
      return found && query
        ? { ...found, link: `${found.link}${found.link.includes('?') ? '&' : '?'}${query}` }
        : found;
    },
    create({ route, data }: FakeRequest['body']): string {
      const key = JSON.stringify([route, data]);
      const url = urls.get(key) ?? `${ORIGIN}/link-${urls.size + 1}`;
      urls.set(key, url);
      made.set(url, { link: String(route), data: (data ?? null) as Link['data'] });
      return url;
    },
  };
}

/**
 * Creates a matching service in memory, for tests with the real provider.
 *
 * @example
 * const service = createFakeService({ match: 'https://shop.example/product/42' });
 * globalThis.fetch = service.fetch;
 */
export function createFakeService(answers: FakeServiceAnswers = {}): FakeService {
  const requests: FakeRequest[] = [];
  const { find, create } = createLinks();
  const reply = (status: number, body?: object) =>
    new Response(body && JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const replyWith = (found: string | FakeAnswer | null | undefined) =>
    found == null ? reply(404) : reply(200, typeof found === 'string' ? { link: found } : found);

  function answerTo({ endpoint, body }: FakeRequest): Response {
    const { match, resolve } = service.answers;
    const url = String(body.url);
    switch (endpoint) {
      case 'match-link':
        return replyWith(match);
      case 'resolve-short':
        return replyWith(resolve?.[url] ?? find(url));
      case 'create':
        return reply(200, { url: create(body) });
      case 'events':
        return reply(202, {});
    }
  }

  const service: FakeService = {
    requests,
    answers,
    async fetch(input, init) {
      const request = input instanceof Request ? input : new Request(String(input), init);
      const endpoint = ENDPOINTS.find((name) => request.url.endsWith(`/api/link/${name}`));
      if (!endpoint) throw new TypeError(`[Link] The fake service has no ${request.url}.`);
      const received = { endpoint, body: (await request.json()) as Record<string, unknown> };
      requests.push(received);
      if (!isSigned(request.headers)) return reply(401);
      if (service.answers.status !== undefined) return reply(service.answers.status);
      return answerTo(received);
    },
  };
  return service;
}
