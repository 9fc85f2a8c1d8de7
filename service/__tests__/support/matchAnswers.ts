import { errorCode } from './errorCode.ts';

/** What the service has answered to a request. */
export interface Answer {
  status: number;
  body: unknown;
}

function readLink(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'link' in body ? body.link : undefined;
}

/** The outcome of an answer with this link. */
export const found = (link: string) => [200, link];

/** The status, and the link or else the error's code. */
export function outcome({ status, body }: Answer) {
  return [status, readLink(body) ?? errorCode(body)];
}

/** How a match is known, and how sure it is. */
export function matchOf({ body }: Answer) {
  return (body as { match: { by: string; confidence: number } }).match;
}

/** A machine that is busy with other things makes some of many wait too long; they ask again, as the library does. */
export async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}

/** How many of the answers have this status. */
export const count = (answers: readonly Answer[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;
