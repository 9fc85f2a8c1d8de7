/** Pieces are shorter than this, unless the machine is busy with something else; or the clock was set. */
const MAX_REST_MS = 25;

/** Gives the results of the work for each number below `count`. It is done for some at once: from `first` to before `end`. */
export type Pace = <Result>(
  count: number,
  atOnce: number,
  work: (first: number, end: number) => Promise<Result[]> | Result[]
) => Promise<Result[]>;

export interface PaceOptions {
  clock: () => number;
  /** Whether the process waits for the end of the work. */
  isStopping: () => boolean;
  /** Aborted when nobody waits for the results any more. */
  signal: AbortSignal;
  rest?: (ms: number) => Promise<void>;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * For work of seconds that nobody else should notice: after each piece it rests for as long as the piece took. So it takes
 * half of a core at most, of this process or of the database, and whoever comes in finds the other half free.
 */
export function createPace({ clock, isStopping, signal, rest = sleep }: PaceOptions): Pace {
  return async (count, atOnce, work) => {
    const results: Awaited<ReturnType<typeof work>>[] = [];
    for (let first = 0; first < count; first += atOnce) {
      // As Node does where a request is cut off: see isCutOff.
      if (signal.aborted) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      const startedAt = clock();
      results.push(await work(first, Math.min(first + atOnce, count)));
      await rest(isStopping() ? 0 : Math.min(Math.max(clock() - startedAt, 0), MAX_REST_MS));
    }
    return results.flat();
  };
}
