import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const started: ChildProcess[] = [];

export interface Started {
  port: number;
  pid: number;
}

/** Starts a process that prints its address. */
export async function startServer(args: readonly string[], env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  for (;;) {
    const port = /Service at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    if (port !== undefined) return { port: Number(port), pid: child.pid ?? 0 };
    if (child.exitCode !== null) throw new Error(`It ended before it served:\n${output}`);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

export async function endServers(): Promise<void> {
  for (const child of started) await end(child);
}

/** Linux counts a process's time in hundredths of a second. */
export const TICK_US = 10_000;

/** The time that a process has spent on a core, in microseconds; NaN where the system doesn't tell. */
export function cpuOf({ pid }: Started): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_US;
  } catch {
    return NaN;
  }
}
