import type { Settings } from '../config/readEnvironment.ts';
import type { JobWire } from '../routes/admin/jobs.ts';
import { callOnce } from './connect.ts';
import { printTable } from './output.ts';

export async function listJobs(settings: Settings): Promise<void> {
  const { jobs } = await callOnce<{ jobs: JobWire[] }>(settings, '/api/jobs');
  const rows = jobs.map(({ name, everySeconds, isPerInstance, isRunning, succeededAt }) => [
    name,
    `${everySeconds} s`,
    isPerInstance ? 'every instance' : 'one instance',
    isRunning ? 'yes' : 'no',
    // A command that runs beside the instances doesn't know what they have in memory.
    succeededAt ?? (isPerInstance ? null : 'never'),
  ]);
  printTable(['NAME', 'EVERY', 'RUNS ON', 'RUNNING', 'LAST SUCCESS'], rows);
}

export async function runJob(settings: Settings, _values: unknown, [name = '']: readonly string[]): Promise<void> {
  const path = `/api/jobs/${encodeURIComponent(name)}/run`;
  const { seconds } = await callOnce<{ seconds: number }>(settings, path, { method: 'POST' });
  console.log(`Ran ${name} in ${seconds.toFixed(1)} s.`);
}
