import { http, HttpResponse } from 'msw';
import { server } from './server';

export interface Received {
  path: string;
  headers: Headers;
  body: Record<string, unknown>;
}

type Answer = Response | object | number;
type Responder = Answer | ((received: Received) => Answer | Promise<Answer>);

interface LinkServer {
  requests: Received[];
  to(path: string): Received[];
}

/** The matching service, as it answers in this test; a number is a status, an object a JSON body. */
export function linkServer(answers: Record<string, Responder> = {}, baseUrl = 'https://links.test'): LinkServer {
  const requests: Received[] = [];
  server.use(
    http.post(`${baseUrl}/api/link/:endpoint`, async ({ request, params }) => {
      const path = String(params.endpoint);
      const received = { path, headers: request.headers, body: (await request.json()) as Record<string, unknown> };
      requests.push(received);
      const responder = answers[path] ?? (path === 'events' ? {} : 404);
      const answer =
        typeof responder === 'function' && !(responder instanceof Response) ? await responder(received) : responder;
      if (answer instanceof Response) return answer.clone();
      return typeof answer === 'number'
        ? new HttpResponse(null, { status: answer })
        : HttpResponse.json(answer as object);
    })
  );
  return { requests, to: (path) => requests.filter((request) => request.path === path) };
}

export const never = () => new Promise<never>(() => {});
