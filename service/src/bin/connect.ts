import { join } from 'node:path';
import type { Settings } from '../config/readEnvironment.ts';
import { openJobs } from '../jobs/openJobs.ts';
import { createService } from '../routes/createService.ts';
import { createLog } from '../server/createLog.ts';
import { createHostFetch } from '../server/createHostFetch.ts';
import { createWebhookSender } from '../server/createWebhookSender.ts';
import { readOwner } from '../server/lockFolder.ts';
import { openDatabase } from '../server/openDatabase.ts';
import { DEFAULT_PORT } from '../server/startService.ts';
import { hashText } from '../values/hashText.ts';
import { newSecret } from '../values/newSecret.ts';
import { UsageError } from './output.ts';

/** A busy machine takes seconds. Where the service is gone, its port refuses right away. */
const ANSWER_WITHIN_MS = 30_000;

interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  app?: string;
}

/** Calls to the administration, in this process or another. */
export interface Administration {
  /** Returns the answer's JSON. A refusal throws a UsageError with the service's message. */
  call: (path: string, call?: Call) => Promise<unknown>;
  close: () => Promise<void>;
}

type Send = (path: string, init: RequestInit) => Response | Promise<Response>;

function explain(status: number, body: unknown): string {
  const problem = (body as { error?: { message?: string; fields?: { name: string; message: string }[] } } | null)
    ?.error;
  if (!problem?.message) return `The service answered ${status}. Its log says why.`;
  const fields = problem.fields?.map(({ name, message }) => `${name} ${message}.`) ?? [];
  return fields.length > 0 ? fields.join('\n') : problem.message;
}

function callBy(send: Send, token: string): Administration['call'] {
  return async (path, { method = 'GET', body, app } = {}) => {
    const response = await send(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(app === undefined ? {} : { 'x-app-id': app }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: unknown = text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null;
    if (!response.ok) throw new UsageError(explain(response.status, answer));
    return answer;
  };
}

/** The service that has the folder open, if there is one and it answers. */
async function findRunning(folder: string): Promise<{ url: string; token: string } | null> {
  const owner = await readOwner(join(folder, 'lock'));
  if (!owner?.url || !owner.token) return null;
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(`${owner.url}/api/whoami`, {
      headers: { authorization: `Bearer ${owner.token}` },
      signal,
    });
    return response.ok ? { url: owner.url, token: owner.token } : null;
  } catch {
    return null;
  }
}

/**
 * Opens PostgreSQL beside the services that use it. A PGlite folder belongs to one process: if a service has it open,
 * all calls go to that service.
 */
export async function connect({ start, logLevel }: Settings): Promise<Administration> {
  const { database: options } = start;
  const running = options.url ? null : await findRunning(options.folder ?? 'data');
  if (running) {
    const send: Send = (path, init) => fetch(`${running.url}${path}`, init);
    return { call: callBy(send, running.token), close: () => Promise.resolve() };
  }
  const database = await openDatabase({
    ...options,
    onWait: (reason) => console.error(`Waiting: ${reason}`),
  }).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
  const token = newSecret('local');
  const countries = { header: start.countryHeader ?? null, ofAddress: null };
  const log = createLog(logLevel, (line) => console.error(line));
  const sendWebhook = createWebhookSender({ allowed: start.webhookNetworks });
  const background = openJobs({ ...start, sendWebhook, database, clock: Date.now, log });
  const service = createService({
    ...start,
    ...background,
    fetchHost: createHostFetch(),
    countries,
    database,
    adminTokenHashes: [await hashText(token)],
  });
  const send: Send = (path, init) =>
    service.request(`${start.publicUrl ?? `http://127.0.0.1:${start.port ?? DEFAULT_PORT}`}${path}`, init);
  return { call: callBy(send, token), close: () => database.close() };
}

/** Makes one call and returns the answer's JSON, which isn't checked. */
export async function callOnce<Answer>(settings: Settings, path: string, call?: Call): Promise<Answer> {
  const administration = await connect(settings);
  try {
    return (await administration.call(path, call)) as Answer;
  } finally {
    await administration.close();
  }
}
