/** After each piece, so many times its duration are left to others: the work takes a quarter of a core. */
const RESTS_PER_PIECE = 3;

/** On a machine that is busy with something else, a piece takes long, and there are a hundred of them. */
const MAX_REST_MS = 75;

/** Gives the results of the work for each number below `count`. It is done for some at once: from `first` to before `end`. */
export type Pace = <Result>(
  count: number,
  atOnce: number,
  work: (first: number, end: number) => Promise<Result[]> | Result[]
) => Promise<Result[]>;

export interface PaceOptions {
  /** Whether nobody else is here: see createTraffic. */
  isQuiet: () => boolean;
  /** Aborted when nobody waits for the results any more. */
  signal: AbortSignal;
  clock?: () => number;
  rest?: (ms: number) => Promise<void>;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * For work of seconds that nobody else should notice: as long as there are others, it rests after each piece. Then they
 * find three quarters of a core free, of this process and of the database.
 */
export function createPace({ isQuiet, signal, clock = () => performance.now(), rest = sleep }: PaceOptions): Pace {
  return async (count, atOnce, work) => {
    const results: Awaited<ReturnType<typeof work>>[] = [];
    for (let first = 0; first < count; first += atOnce) {
      // As Node does where a request is cut off: see isCutOff.
      if (signal.aborted) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      const startedAt = clock();
      results.push(await work(first, Math.min(first + atOnce, count)));
      await rest(isQuiet() ? 0 : Math.min((clock() - startedAt) * RESTS_PER_PIECE, MAX_REST_MS));
    }
    return results.flat();
  };
}
