import {
  isKept,
  PIPELINE_START,
  reducePipeline,
  type Delivery,
  type Disk,
  type PipelineEvent,
  type PipelineState,
} from '../../src/core/pipelineState';
import type { SendOutcome } from '../../src/core/outcome';
import type { Consent } from '../../src/types';
import type { Exploration, Step } from './explore';

export type Reduce = typeof reducePipeline;

/** Events that are logged together: those from `from` on are left. */
interface Part {
  unit: number;
  from: number;
}

/** What is asked of storage, in turn; the first is being done. */
interface StorageJob {
  by: Disk;
  /** Whether the pipeline still waits for its answer. */
  isAwaited: boolean;
  /** What a save writes, once it has begun. */
  snapshot: Part[] | null;
  hasBegun: boolean;
}

interface Request {
  by: Delivery;
  batch: (Part & { to: number })[];
  /** The service has answered with `Retry-After`, and that time is not over. */
  isOrdered: boolean;
}

/** The pipeline, its queue, storage, the service, and what the world may still do. */
interface PipelineWorld {
  state: PipelineState;
  memory: Part[];
  /** What a launch would read. */
  stored: Part[];
  /** How many events of each unit have been accepted or refused, from the first on. */
  settled: number[];
  /** Units that a denial has forbidden. */
  denied: number[];
  isLoaded: boolean;
  jobs: StorageJob[];
  requests: Request[];
  /** Whether something was logged that the pipeline has not been told of. */
  isWoken: boolean;
  /** A timer that was called off. */
  oldTimer: Delivery | null;
  /** What the pipeline has done that it must not do. */
  wrong: string | null;
  logsLeft: number;
  consentsLeft: number;
  movesLeft: number;
  tooLargeLeft: number;
}

interface Plan {
  /** Sizes of the bursts that are logged; the first one was stored by an earlier launch. */
  units: number[];
  consents: number;
  moves: number;
  /** How many times the service finds a batch too large. */
  tooLarge: number;
}

const ANSWERS: Record<string, SendOutcome> = {
  'the service accepts the batch': { kind: 'accepted' },
  'the service refuses the batch': { kind: 'refused', reason: '' },
  'the request gets no answer': { kind: 'unavailable', reason: '', retryAfterMs: null },
};
const TOO_LARGE: SendOutcome = { kind: 'tooLarge', reason: '' };
const ORDER: SendOutcome = { kind: 'unavailable', reason: '', retryAfterMs: 1000 };

const isOwed = (world: PipelineWorld, unit: number) => !world.denied.includes(unit);

const has = (parts: Part[], { unit, from }: Part) => parts.some((part) => part.unit === unit && part.from <= from);

/** Who asked matters only as long as the state holds it; how many requests have failed, only for the backoff. */
function keyOf(world: PipelineWorld): string {
  const { consent, disk, isDirty, delivery, isMore, most } = world.state;
  const parts = (list: Part[] | null) => list?.map(({ unit, from }) => `${unit}.${from}`).join();
  return [
    ...[consent, disk.kind, disk.job, disk.failures, isDirty, isMore, most],
    ...[delivery.kind, 'ms' in delivery && delivery.ms, 'size' in delivery && delivery.size],
    'isCovered' in delivery && delivery.isCovered,
    ...world.jobs.map((job) =>
      [job.by.job, job.by === disk, job.isAwaited, job.hasBegun, parts(job.snapshot)].join(':')
    ),
    ...world.requests.map(({ by, batch, isOrdered }) =>
      [by === delivery, parts(batch), batch.map(({ to }) => to), isOrdered].join(':')
    ),
    ...[parts(world.memory), parts(world.stored), world.settled.join(), world.denied.join()],
    ...[world.isLoaded, world.isWoken, world.oldTimer !== null, world.wrong],
    ...[world.logsLeft, world.consentsLeft, world.movesLeft, world.tooLargeLeft],
  ].join(' ');
}

/** All that may happen to a pipeline, within a plan; with another reducer, all that would. */
export function pipelineWorld(
  { units, consents, moves, tooLarge }: Plan,
  reduce: Reduce = reducePipeline
): Exploration<PipelineWorld> {
  const sizeOf = ({ unit, from }: Part) => (units[unit] ?? 0) - from;
  const count = (parts: Part[]) => parts.reduce((sum, part) => sum + sizeOf(part), 0);

  function peek(memory: Part[], most: number) {
    const batch: Request['batch'] = [];
    let left = most;
    for (const part of memory) {
      const taken = Math.min(left, sizeOf(part));
      if (taken) batch.push({ ...part, to: part.from + taken });
      left -= taken;
    }
    return batch;
  }

  const without = (memory: Part[], batch: Request['batch']) =>
    memory
      .map((part) => ({ ...part, from: Math.max(part.from, batch.find(({ unit }) => unit === part.unit)?.to ?? 0) }))
      .filter((part) => sizeOf(part) > 0);

  function accept(world: PipelineWorld, batch: Request['batch']): PipelineWorld {
    const settled = [...world.settled];
    for (const { unit, to } of batch) settled[unit] = Math.max(settled[unit] ?? 0, to);
    return { ...world, settled };
  }

  const blame = (world: PipelineWorld, wrong: string): PipelineWorld => ({ ...world, wrong: world.wrong ?? wrong });

  function judgeUse(world: PipelineWorld, parts: Part[], what: string): PipelineWorld {
    if (world.state.consent !== 'granted') return blame(world, `${what} without consent`);
    return parts.some(({ unit }) => !isOwed(world, unit)) ? blame(world, `${what} of what was denied`) : world;
  }

  const isLive = ({ state }: PipelineWorld, by: Disk) =>
    by.job === 'remove' ? state.disk.job === 'remove' : state.disk === by;

  /** Begins the first job, once it is its turn; what has become void never begins. */
  function beginJobs(told: PipelineWorld): PipelineWorld {
    const world = { ...told, jobs: told.jobs.filter((job) => job.hasBegun || isLive(told, job.by)) };
    const [job, ...others] = world.jobs;
    if (!job || job.hasBegun) return world;
    const isSave = job.by.job === 'save';
    let next = job.by.job === 'remove' ? world : judgeUse(world, isSave ? world.memory : [], `a ${job.by.job}`);
    if (isSave && !world.isLoaded) next = blame(next, 'a save before the load');
    return { ...next, jobs: [{ ...job, hasBegun: true, snapshot: isSave ? world.memory : null }, ...others] };
  }

  function beginRequest(world: PipelineWorld, by: Delivery & { kind: 'sending' }): PipelineWorld {
    const batch = peek(world.memory, by.size);
    let next: PipelineWorld = { ...world, requests: [...world.requests, { by, batch, isOrdered: false }] };
    if (next.requests.length > 1) next = blame(next, 'a second request at the same time');
    if (!batch.length) next = blame(next, 'a request without events');
    const isStored = batch.every((part) => has(world.stored, part));
    if (!isStored && world.state.disk.failures === 0) next = blame(next, 'a request before its events are stored');
    return judgeUse(next, batch, 'a request');
  }

  /** What the shell does: an event goes to the reducer, and each phase that is entered has its effect. */
  function dispatch(told: PipelineWorld, event: PipelineEvent): PipelineWorld {
    const world = told.isWoken ? dispatch({ ...told, isWoken: false }, { type: 'logged' }) : told;
    const before = world.state;
    const state = reduce(before, event, count(world.memory));
    let next: PipelineWorld = { ...world, state };
    if (state.disk.kind === 'does' && state.disk !== before.disk) {
      const job = { by: state.disk, isAwaited: true, snapshot: null, hasBegun: false };
      next = { ...next, jobs: [...next.jobs, job] };
    }
    if (state.delivery !== before.delivery) {
      if ('ms' in before.delivery && !('by' in event && event.by === before.delivery)) {
        next = { ...next, oldTimer: before.delivery };
      }
      if (state.delivery.kind === 'sending') next = beginRequest(next, state.delivery);
    }
    return beginJobs(next);
  }

  function answerJob(world: PipelineWorld, job: StorageJob, isDone: boolean): PipelineWorld {
    if (!job.isAwaited) return world;
    const isRestored = isDone && job.by.job === 'load' && world.state.disk === job.by;
    const memory = isRestored ? [...world.stored, ...world.memory] : world.memory;
    return dispatch(
      { ...world, memory, isLoaded: world.isLoaded || isRestored },
      { type: 'stored', by: job.by, isDone }
    );
  }

  function storageSteps(world: PipelineWorld): Step<PipelineWorld>[] {
    const steps: Step<PipelineWorld>[] = [];
    const [first, ...others] = world.jobs;
    if (first) {
      const { job } = first.by;
      const left = { ...world, jobs: others };
      const landed = job === 'remove' ? [] : (first.snapshot ?? world.stored);
      const end = (name: string, stored: Part[], isDone: boolean) =>
        steps.push({ name, next: beginJobs(answerJob({ ...left, stored }, first, isDone)), isOwn: true });
      end(`storage has done the ${job}`, landed, true);
      end(`storage fails to ${job}`, world.stored, false);
      if (job !== 'load') end(`storage fails after the ${job}`, landed, false);
    }
    world.jobs.forEach((late, i) => {
      if (!late.isAwaited) return;
      const jobs = world.jobs.map((job, j) => (i === j ? { ...job, isAwaited: false } : job));
      const next = answerJob({ ...world, jobs }, late, false);
      steps.push({ name: `storage takes too long to ${late.by.job}`, next, isOwn: true });
    });
    return steps;
  }

  function serviceSteps(world: PipelineWorld): Step<PipelineWorld>[] {
    const [request, ...requests] = world.requests;
    if (!request) return [];
    const { by, batch, isOrdered } = request;
    const size = batch.reduce((sum, { from, to }) => sum + to - from, 0);
    const answered = (outcome: SendOutcome, isTaken = false) => {
      const hasLeft = !isKept(outcome, size);
      const memory = hasLeft ? without(world.memory, batch) : world.memory;
      const tooLargeLeft = world.tooLargeLeft - (outcome === TOO_LARGE ? 1 : 0);
      const next = { ...world, requests, memory, tooLargeLeft };
      const settled = hasLeft || isTaken ? accept(next, batch) : next;
      return dispatch(settled, { type: 'answered', by, outcome, random: 0 });
    };
    if (isOrdered) return [{ name: 'the ordered rest is over', next: answered(ORDER), isOwn: true }];
    return [
      ...Object.entries(ANSWERS).map(([name, outcome]) => ({ name, next: answered(outcome), isOwn: true })),
      ...(world.tooLargeLeft > 0
        ? [{ name: 'the service finds the batch too large', next: answered(TOO_LARGE), isOwn: true }]
        : []),
      {
        name: 'the service accepts the batch, and its answer is lost',
        next: answered({ kind: 'unavailable', reason: '', retryAfterMs: null }, true),
        isOwn: true,
      },
      {
        name: 'the service orders a rest',
        next: { ...world, requests: [{ ...request, isOrdered: true }, ...requests] },
        isOwn: true,
      },
    ];
  }

  function ownSteps(world: PipelineWorld): Step<PipelineWorld>[] {
    const { delivery } = world.state;
    const steps = [...storageSteps(world), ...serviceSteps(world)];
    if (world.isWoken) {
      const next = dispatch({ ...world, isWoken: false }, { type: 'logged' });
      steps.push({ name: 'the pipeline is told', next, isOwn: true });
    }
    if ('ms' in delivery) {
      const name = delivery.kind === 'resting' ? 'the backoff is over' : `${delivery.ms} ms are over`;
      steps.push({ name, next: dispatch(world, { type: 'rang', by: delivery }), isOwn: true });
    }
    return steps;
  }

  function setConsent(world: PipelineWorld, consent: Consent): PipelineWorld {
    const known = units.length - world.logsLeft;
    const next = { ...world, consentsLeft: world.consentsLeft - 1 };
    const told =
      consent === 'denied'
        ? { ...next, memory: [], isWoken: false, denied: units.map((_, unit) => unit).slice(0, known), isLoaded: true }
        : next;
    return dispatch(told, { type: 'consent', consent });
  }

  function worldSteps(world: PipelineWorld): Step<PipelineWorld>[] {
    const { consent } = world.state;
    const steps: Step<PipelineWorld>[] = [];
    const unit = units.length - world.logsLeft;
    if (world.logsLeft > 0 && consent !== 'denied') {
      const memory = [...world.memory, { unit, from: 0 }];
      const name = units[unit] === 1 ? 'an event is logged' : `${units[unit]} events are logged`;
      steps.push({ name, next: { ...world, memory, logsLeft: world.logsLeft - 1, isWoken: true } });
    }
    if (world.consentsLeft > 0) {
      for (const other of ['granted', 'pending', 'denied'] as const) {
        if (other !== consent) steps.push({ name: `consent is ${other}`, next: setConsent(world, other) });
      }
    }
    if (world.movesLeft > 0) {
      const next = dispatch({ ...world, movesLeft: world.movesLeft - 1 }, { type: 'moved' });
      steps.push({ name: 'the app comes or goes', next });
    }
    if (world.oldTimer) {
      const next = dispatch({ ...world, oldTimer: null }, { type: 'rang', by: world.oldTimer });
      steps.push({ name: 'a timer rings that was called off', next });
    }
    return steps;
  }

  /** Owed, and neither in memory nor on disk nor with the service. */
  const isGone = (world: PipelineWorld, unit: number) => {
    const part = { unit, from: world.settled[unit] ?? 0 };
    return isOwed(world, unit) && sizeOf(part) > 0 && !has(world.memory, part) && !has(world.stored, part);
  };
  const knownUnits = (world: PipelineWorld) => units.map((_, unit) => unit).slice(0, units.length - world.logsLeft);

  return {
    start: {
      state: PIPELINE_START,
      memory: [],
      stored: [{ unit: 0, from: 0 }],
      settled: units.map(() => 0),
      denied: [],
      isLoaded: false,
      jobs: [],
      requests: [],
      isWoken: false,
      oldTimer: null,
      wrong: null,
      logsLeft: units.length - 1,
      consentsLeft: consents,
      movesLeft: moves,
      tooLargeLeft: tooLarge,
    },
    key: keyOf,
    steps: (world) => [...ownSteps(world), ...worldSteps(world)],
    rules: {
      'nothing is done that must not be done': ({ wrong }) => wrong === null,
      'no event that is owed is gone': (world) => !knownUnits(world).some((unit) => isGone(world, unit)),
      'where storage has nothing to do, it holds what waits': ({ state, memory, stored, isWoken }) =>
        state.consent !== 'granted' ||
        state.disk.kind === 'does' ||
        state.disk.job !== 'save' ||
        state.isDirty ||
        isWoken ||
        (memory.every((part) => has(stored, part)) && stored.every((part) => has(memory, part))),
      'storage is given up after three failures in a row': ({ state: { disk } }, { state: before }) =>
        disk.failures <= Math.min(3, before.disk.failures + 1),
    },
    goals: {
      'all that is owed is delivered': (world) =>
        world.state.consent !== 'granted' ||
        knownUnits(world).every(
          (unit) =>
            !isOwed(world, unit) ||
            sizeOf({ unit, from: world.settled[unit] ?? 0 }) <= 0 ||
            // Read with the next change, or by the next launch.
            (unit === 0 && !world.isLoaded && world.state.disk.failures > 0)
        ),
      'nothing that was denied is stored': (world) =>
        world.state.disk.failures > 0 || world.stored.every(({ unit }) => isOwed(world, unit)),
    },
  };
}
