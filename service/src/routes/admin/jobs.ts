import { z } from '@hono/zod-openapi';
import type { JobRunner, JobStatus } from '../../jobs/Job.ts';
import type { Door } from '../doors/createDoor.ts';
import { endpoint, json } from '../wire/endpoint.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';
import { plainText } from '../wire/schemas.ts';
import { SECOND_MS } from '../../values/durations.ts';

const MAX_NAME_LENGTH = 100;

const jobSchema = z
  .object({
    name: z.string(),
    everySeconds: z.number().openapi({ description: 'The time from the end of a run to the next one.' }),
    isPerInstance: z.boolean().openapi({
      description: 'Whether every instance runs it separately. Other jobs run on one instance at a time.',
    }),
    isRunning: z.boolean(),
    succeededAt: z.iso.datetime().nullable().openapi({ description: 'When it last succeeded; null if it never has.' }),
  })
  .openapi('Job');

export type JobWire = z.output<typeof jobSchema>;

const list = endpoint('get', '/api/jobs', {
  summary: 'List the background jobs and when each last succeeded',
  responses: { 200: json('The jobs', z.object({ jobs: z.array(jobSchema) }).openapi('JobList')) },
});

const run = endpoint('post', '/api/jobs/{name}/run', {
  summary: 'Run a job now, and wait until it ends',
  request: { params: z.object({ name: plainText(MAX_NAME_LENGTH) }) },
  responses: {
    200: json('It succeeded', z.object({ seconds: z.number() }).openapi('JobRun')),
    ...problemResponses(404, 409, 500, 503),
  },
});

function toWire({ everyMs, succeededAt, ...job }: JobStatus): JobWire {
  return { ...job, everySeconds: everyMs / SECOND_MS, succeededAt: succeededAt?.toISOString() ?? null };
}

export function serveJobs(door: Door, jobs: JobRunner | null): void {
  door.openapi(list, async (c) => c.json({ jobs: ((await jobs?.list()) ?? []).map(toWire) }, 200));

  door.openapi(run, async (c) => {
    const { name } = c.req.valid('param');
    const startedAt = performance.now();
    const outcome = (await jobs?.run(name)) ?? { kind: 'unknown' };
    switch (outcome.kind) {
      case 'done':
        return c.json({ seconds: (performance.now() - startedAt) / SECOND_MS }, 200);
      case 'refused':
        return c.json(problemBody('job_refused', `${outcome.reason}.`), 409);
      case 'failed':
        return c.json(problemBody('job_failed', `The job ${name} failed. The log says why.`), 500);
      case 'stopped':
        return c.json(problemBody('unavailable', 'The job was stopped before it finished. Run it again.'), 503);
      case 'busy':
        return c.json(problemBody('job_running', `The job ${name} is running on another instance.`), 409);
      case 'per-instance':
        return c.json(
          problemBody('job_per_instance', `Every instance runs ${name} separately, so it can’t be run by hand.`),
          409
        );
      case 'unknown':
        return c.json(problemBody('job_unknown', `There is no job named ${name}.`), 404);
    }
  });
}
