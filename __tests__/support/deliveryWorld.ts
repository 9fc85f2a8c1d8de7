import {
  DELIVERY_START,
  staysQueued,
  reduceDelivery,
  type Delivery,
  type DeliveryEvent,
  type DeliveryState,
} from '../../src/core/deliveryState';
import type { SendOutcome } from '../../src/core/outcome';
import type { Consent } from '../../src/types';
import type { Exploration, Step } from './explore';

export type Reduce = typeof reduceDelivery;

/** Events that are logged together: those from `from` on are left. */
interface Part {
  unit: number;
  from: number;
}

type Sending = Delivery & { kind: 'sending' };

interface Request {
  by: Sending;
  batch: (Part & { to: number })[];
  /** The service has answered with `Retry-After`, and that time is not over. */
  isOrdered: boolean;
}

/** The delivery, its queue, the events of an earlier launch, the service, and what the world may still do. */
interface DeliveryWorld {
  state: DeliveryState;
  memory: Part[];
  /** What an earlier launch has left, until it is in memory. */
  left: Part[];
  /** How many events of each unit have been accepted or refused, from the first on. */
  settled: number[];
  /** Units that a denial has forbidden, or that storage has lost. */
  denied: number[];
  /** Reads of what an earlier launch has left, and repeated ones of what storage refused. */
  loads: Delivery[];
  hasFailedToLoad: boolean;
  requests: Request[];
  /** Whether something was logged that the delivery does not know of yet. */
  isWoken: boolean;
  /** A timer that was called off. */
  oldTimer: Delivery | null;
  /** What was done that must not be done. */
  wrong: string | null;
  logsLeft: number;
  consentsLeft: number;
  movesLeft: number;
  tooLargeLeft: number;
  silencesLeft: number;
  /** Delivery has given up after eight failures: it waits for an event, the app or the next launch. */
  hasGivenUp: boolean;
}

interface Plan {
  /** Sizes of the bursts that are logged; the first one was stored by an earlier launch. */
  units: number[];
  consents: number;
  moves: number;
  /** How many times the service finds a batch too large. */
  tooLarge: number;
  /** How many requests get no answer, and how many have got none before. */
  silences: number;
  failures: number;
}

const ANSWERS: Record<string, SendOutcome> = {
  'the service accepts the batch': { kind: 'accepted' },
  'the service refuses the batch': { kind: 'refused', reason: '' },
};
const SILENCE: SendOutcome = { kind: 'unavailable', reason: '', retryAfterMs: null };
const TOO_LARGE: SendOutcome = { kind: 'tooLarge', reason: '' };
const ORDER: SendOutcome = { kind: 'unavailable', reason: '', retryAfterMs: 1000 };

const isOwed = (world: DeliveryWorld, unit: number) => !world.denied.includes(unit);

const has = (parts: Part[], { unit, from }: Part) => parts.some((part) => part.unit === unit && part.from <= from);

/** Who asked matters only as long as the state holds it; how many requests have failed, only up to the limit. */
function keyOf(world: DeliveryWorld): string {
  const { isAllowed, isLoaded, delivery, isMore, most, failures } = world.state;
  const parts = (list: Part[]) => list.map(({ unit, from }) => `${unit}.${from}`).join();
  return [
    ...[isAllowed, isLoaded, world.hasFailedToLoad, isMore, most, failures, world.hasGivenUp],
    ...[delivery.kind, 'ms' in delivery && delivery.kind, 'size' in delivery && delivery.size],
    world.loads.map((by) => by === delivery).join(),
    ...world.requests.map(({ by, batch, isOrdered }) =>
      [by === delivery, parts(batch), batch.map(({ to }) => to), isOrdered].join(':')
    ),
    ...[parts(world.memory), parts(world.left), world.settled.join(), world.denied.join()],
    ...[world.isWoken, world.oldTimer !== null, world.wrong],
    ...[world.logsLeft, world.consentsLeft, world.movesLeft, world.tooLargeLeft],
  ].join(' ');
}

/** All that may happen to the delivery, within a plan; with another reducer, all that would. */
export function deliveryWorld(
  { units, consents, moves, tooLarge, silences, failures }: Plan,
  reduce: Reduce = reduceDelivery
): Exploration<DeliveryWorld> {
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

  function accept(world: DeliveryWorld, batch: Request['batch']): DeliveryWorld {
    const settled = [...world.settled];
    for (const { unit, to } of batch) settled[unit] = Math.max(settled[unit] ?? 0, to);
    return { ...world, settled };
  }

  const blame = (world: DeliveryWorld, wrong: string): DeliveryWorld => ({ ...world, wrong: world.wrong ?? wrong });

  function judgeUse(world: DeliveryWorld, parts: Part[], what: string): DeliveryWorld {
    if (!world.state.isAllowed) return blame(world, `${what} without consent`);
    return parts.some(({ unit }) => !isOwed(world, unit)) ? blame(world, `${what} of what was denied`) : world;
  }

  function beginRequest(world: DeliveryWorld, by: Sending): DeliveryWorld {
    const batch = peek(world.memory, by.size);
    let next: DeliveryWorld = { ...world, requests: [...world.requests, { by, batch, isOrdered: false }] };
    if (next.requests.length > 1) next = blame(next, 'a second request at the same time');
    if (!batch.length) next = blame(next, 'a request without events');
    if (world.left.length && !world.hasFailedToLoad) next = blame(next, 'a request before the older events');
    return judgeUse(next, batch, 'a request');
  }

  function beginLoad(world: DeliveryWorld, by: Delivery): DeliveryWorld {
    return judgeUse({ ...world, loads: [...world.loads, by] }, world.left, 'a read');
  }

  /** What the shell does: an event goes to the reducer, and each phase that is entered has its effect. */
  function dispatch(told: DeliveryWorld, event: DeliveryEvent): DeliveryWorld {
    const world = told.isWoken ? dispatch({ ...told, isWoken: false }, { type: 'logged' }) : told;
    const before = world.state;
    const state = reduce(before, event, count(world.memory));
    const { delivery } = state;
    const next: DeliveryWorld = { ...world, state };
    if (delivery === before.delivery) return next;
    const isCalledOff = 'ms' in before.delivery && !('by' in event && event.by === before.delivery);
    const timed = isCalledOff ? { ...next, oldTimer: before.delivery } : next;
    if (delivery.kind === 'loading')
      return beginLoad(event.type === 'loaded' ? blame(timed, 'a read that is repeated at once') : timed, delivery);
    if (delivery.kind === 'locked') return beginLoad(timed, delivery);
    return delivery.kind === 'sending' ? beginRequest(timed, delivery) : timed;
  }

  function storageSteps(world: DeliveryWorld): Step<DeliveryWorld>[] {
    const [by, ...loads] = world.loads;
    if (!by) return [];
    const rest = { ...world, loads };
    const isAwaited = by === world.state.delivery;
    const unread = { ...rest, hasFailedToLoad: world.hasFailedToLoad || isAwaited };
    const read = isAwaited ? { ...rest, memory: [...world.left, ...world.memory], left: [] } : rest;
    const lost = isAwaited
      ? { ...rest, denied: [...world.denied, ...world.left.map(({ unit }) => unit)], left: [] }
      : rest;
    return [
      { name: 'what was left is read', next: dispatch(read, { type: 'loaded', by, isDone: true }), isOwn: true },
      { name: 'it can’t be read', next: dispatch(unread, { type: 'loaded', by, isDone: false }), isOwn: true },
      by.kind === 'locked'
        ? { name: 'it is lost', next: dispatch(lost, { type: 'loaded', by, isDone: true }), isOwn: true }
        : {
            name: 'it is locked',
            next: dispatch(rest, { type: 'loaded', by, isDone: false, again: Promise.resolve() }),
            isOwn: true,
          },
    ];
  }

  function serviceSteps(world: DeliveryWorld): Step<DeliveryWorld>[] {
    const [request, ...requests] = world.requests;
    if (!request) return [];
    const { by, batch, isOrdered } = request;
    const size = batch.reduce((sum, { from, to }) => sum + to - from, 0);
    const answered = (outcome: SendOutcome, isTaken = false) => {
      const hasLeft = !staysQueued(outcome, size);
      const memory = hasLeft ? without(world.memory, batch) : world.memory;
      const tooLargeLeft = world.tooLargeLeft - (outcome === TOO_LARGE ? 1 : 0);
      const next = { ...world, requests, memory, tooLargeLeft };
      const settled = hasLeft || isTaken ? accept(next, batch) : next;
      const silencesLeft = world.silencesLeft - (outcome.kind === 'unavailable' ? 1 : 0);
      const after = dispatch({ ...settled, silencesLeft }, { type: 'answered', by, outcome, random: 0 });
      const isLast = outcome.kind === 'unavailable' && world.state.failures === 7;
      return { ...after, hasGivenUp: isLast && after.state.delivery.kind === 'idle' };
    };
    if (isOrdered) return [{ name: 'the ordered rest is over', next: answered(ORDER), isOwn: true }];
    return [
      ...Object.entries(ANSWERS).map(([name, outcome]) => ({ name, next: answered(outcome), isOwn: true })),
      ...(world.tooLargeLeft > 0
        ? [{ name: 'the service finds the batch too large', next: answered(TOO_LARGE), isOwn: true }]
        : []),
      ...(world.silencesLeft > 0
        ? [
            { name: 'the request gets no answer', next: answered(SILENCE), isOwn: true },
            {
              name: 'the service accepts the batch, and its answer is lost',
              next: answered(SILENCE, true),
              isOwn: true,
            },
            {
              name: 'the service orders a rest',
              next: { ...world, requests: [{ ...request, isOrdered: true }, ...requests] },
              isOwn: true,
            },
          ]
        : []),
    ];
  }

  function ownSteps(world: DeliveryWorld): Step<DeliveryWorld>[] {
    const { delivery } = world.state;
    const steps = [...storageSteps(world), ...serviceSteps(world)];
    if (world.isWoken) {
      const next = dispatch({ ...world, isWoken: false }, { type: 'logged' });
      steps.push({ name: 'the delivery learns of it', next, isOwn: true });
    }
    if ('ms' in delivery) {
      const name = delivery.kind === 'resting' ? 'the backoff is over' : `${delivery.ms} ms are over`;
      steps.push({ name, next: dispatch(world, { type: 'rang', by: delivery }), isOwn: true });
    }
    return steps;
  }

  function setConsent(world: DeliveryWorld, consent: Consent): DeliveryWorld {
    const known = units.length - world.logsLeft;
    const next = { ...world, consentsLeft: world.consentsLeft - 1, hasGivenUp: false };
    const told =
      consent === 'denied'
        ? { ...next, memory: [], left: [], isWoken: false, denied: units.map((_, unit) => unit).slice(0, known) }
        : next;
    return dispatch(told, { type: 'consent', consent });
  }

  function worldSteps(world: DeliveryWorld): Step<DeliveryWorld>[] {
    const { isAllowed } = world.state;
    const steps: Step<DeliveryWorld>[] = [];
    const unit = units.length - world.logsLeft;
    if (world.logsLeft > 0) {
      const memory = [...world.memory, { unit, from: 0 }];
      const name = units[unit] === 1 ? 'an event is logged' : `${units[unit]} events are logged`;
      const next = { ...world, memory, logsLeft: world.logsLeft - 1, isWoken: true, hasGivenUp: false };
      steps.push({ name, next });
    }
    if (world.consentsLeft > 0) {
      for (const other of isAllowed ? (['pending', 'denied'] as const) : (['granted', 'denied'] as const)) {
        steps.push({ name: `consent is ${other}`, next: setConsent(world, other) });
      }
    }
    if (world.movesLeft > 0) {
      // What is new leaves a visit that may be over, although storage is still being asked for what is older.
      const hasFailedToLoad = world.hasFailedToLoad || world.state.delivery.kind === 'locked';
      const moved = { ...world, hasFailedToLoad, movesLeft: world.movesLeft - 1, hasGivenUp: false };
      const next = dispatch(moved, { type: 'moved' });
      steps.push({ name: 'the app comes or goes', next });
    }
    if (world.oldTimer) {
      const next = dispatch({ ...world, oldTimer: null }, { type: 'rang', by: world.oldTimer });
      steps.push({ name: 'a timer rings that was called off', next });
    }
    return steps;
  }

  /** Owed, and neither in memory nor left on disk nor with the service. */
  const isGone = (world: DeliveryWorld, unit: number) => {
    const part = { unit, from: world.settled[unit] ?? 0 };
    return isOwed(world, unit) && sizeOf(part) > 0 && !has(world.memory, part) && !has(world.left, part);
  };
  const knownUnits = (world: DeliveryWorld) => units.map((_, unit) => unit).slice(0, units.length - world.logsLeft);

  return {
    start: {
      state: { ...DELIVERY_START, failures },
      memory: [],
      left: [{ unit: 0, from: 0 }],
      settled: units.map(() => 0),
      denied: [],
      loads: [],
      hasFailedToLoad: false,
      requests: [],
      isWoken: false,
      oldTimer: null,
      wrong: null,
      logsLeft: units.length - 1,
      consentsLeft: consents,
      movesLeft: moves,
      tooLargeLeft: tooLarge,
      silencesLeft: silences,
      hasGivenUp: false,
    },
    key: keyOf,
    steps: (world) => [...ownSteps(world), ...worldSteps(world)],
    rules: {
      'nothing is done that must not be done': ({ wrong }) => wrong === null,
      'no event that is owed is gone': (world) => !knownUnits(world).some((unit) => isGone(world, unit)),
      'without consent nothing waits or is asked, but for a request on its way': ({ state }) =>
        state.isAllowed || state.delivery.kind === 'held' || state.delivery.kind === 'sending',
      'after the eighth failure in a row nothing is tried by itself': ({ state, hasGivenUp }) =>
        state.failures < 8 && (!hasGivenUp || state.delivery.kind === 'idle' || !state.isAllowed),
      'what was left counts as read only if it is': ({ state, left }) => !state.isLoaded || left.length === 0,
    },
    goals: {
      'all that is owed is delivered': (world) =>
        !world.state.isAllowed ||
        world.hasGivenUp ||
        knownUnits(world).every(
          (unit) =>
            !isOwed(world, unit) ||
            sizeOf({ unit, from: world.settled[unit] ?? 0 }) <= 0 ||
            // Read before the next request, or by the next launch.
            (has(world.left, { unit, from: 0 }) && world.hasFailedToLoad)
        ),
    },
  };
}
