import type { Settings } from '../config/readEnvironment.ts';
import { CLOCK_TOLERANCE_MS } from '../operations/doctor/examineApp.ts';
import type { Finding } from '../operations/doctor/Finding.ts';
import { tryKey } from '../operations/doctor/tryKey.ts';
import { formatDuration } from '../values/durations.ts';
import { connect, type Administration } from './connect.ts';
import { required, type Values } from './values.ts';

const MARKS = { good: '✓', bad: '✗', unknown: '?' } as const;

/** The service already compared its clock with the database's. On another machine, this clock is a third one. */
async function checkOwnClock({ call }: Administration): Promise<Finding[]> {
  const { time } = (await call('/api/whoami')) as { time: string };
  const offMs = Math.abs(Date.parse(time) - Date.now());
  if (offMs <= CLOCK_TOLERANCE_MS) return [];
  const what = `the service’s clock and this machine’s are ${formatDuration(offMs)} apart`;
  return [{ verdict: 'bad', what, advice: 'Synchronize both clocks with NTP.' }];
}

/** Prints what the service finds, and ends with 1 if something is wrong. */
export async function doctor(settings: Settings, values: Values): Promise<void> {
  const id = required(values, 'app');
  const key = values['publishable-key'];
  const administration = await connect(settings);
  try {
    const path = `/api/apps/${encodeURIComponent(id)}`;
    const { hosts } = (await administration.call(path)) as { hosts: string[] };
    const { findings } = (await administration.call(`${path}/doctor`)) as { findings: Finding[] };
    findings.push(...(await checkOwnClock(administration)));
    const [host] = hosts;
    if (typeof key === 'string' && host !== undefined) findings.push(await tryKey(id, host, key));
    for (const finding of findings) {
      console.log(`${MARKS[finding.verdict]} ${finding.what}`);
      if (finding.verdict !== 'good') console.log(`    ${finding.advice}`);
    }
    if (findings.some(({ verdict }) => verdict === 'bad')) process.exitCode = 1;
  } finally {
    await administration.close();
  }
}
