import { reducePipeline, type PipelineEvent, type PipelineState } from '../../src/core/pipelineState';
import { explore } from '../support/explore';
import { pipelineWorld, type Reduce } from '../support/pipelineWorld';

// The largest takes seconds, and longer on a busy machine.
jest.setTimeout(120_000);

/** Each is explored to its end; together they have every kind of thing that may happen. */
const PLANS = {
  'three changes of consent': { units: [1, 1], consents: 3, moves: 0, tooLarge: 0 },
  'two, and an app that comes and goes': { units: [1, 1], consents: 2, moves: 1, tooLarge: 0 },
  'a burst, an app that comes and goes, a batch too large': { units: [1, 20], consents: 1, moves: 1, tooLarge: 1 },
  'more than a batch': { units: [1, 60], consents: 1, moves: 0, tooLarge: 1 },
  'one event, then a burst': { units: [1, 1, 20], consents: 1, moves: 0, tooLarge: 0 },
};

test.each(Object.entries(PLANS))(
  'whatever happens, no rule is broken and every goal can be reached: %s',
  (name, plan) => {
    const { failure, states, steps } = explore(pipelineWorld(plan));
    expect(failure).toBeNull();
    process.stdout.write(`  ${states} states, ${steps} steps: ${name}\n`);
  }
);

/** A reducer that takes another event for the one that it gets. */
const mishearing =
  (mishear: (event: PipelineEvent, state: PipelineState) => PipelineEvent): Reduce =>
  (state, event, waiting) =>
    reducePipeline(state, mishear(event, state), waiting);

/** A reducer whose next state is not quite what it should be. */
const spoiling =
  (spoil: (next: PipelineState, event: PipelineEvent, state: PipelineState) => Partial<PipelineState>): Reduce =>
  (state, event, waiting) => {
    const next = reducePipeline(state, event, waiting);
    return { ...next, ...spoil(next, event, state) };
  };

const isConsent = (event: PipelineEvent, consent: string) => event.type === 'consent' && event.consent === consent;
const IDLE = { delivery: { kind: 'idle' } } as const;

const DONE = /must not be done/;
const UNSTORED = /it holds what waits/;
const UNDELIVERED = /dead end: all that is owed is delivered/;
const UNREMOVED = /dead end: nothing that was denied is stored/;

/** Faults, and the rule or goal that each of them breaks. */
const FAULTS: [string, RegExp, Reduce][] = [
  [
    'a save needs no load before it',
    DONE,
    spoiling(({ disk }) => (disk.job === 'load' ? { disk: { ...disk, job: 'save' } } : {})),
  ],
  [
    'an answer of storage is never void',
    /./,
    mishearing((event, { disk }) => (event.type === 'stored' ? { ...event, by: disk } : event)),
  ],
  [
    'a timer is never void',
    DONE,
    mishearing((event, { delivery }) => (event.type === 'rang' ? { ...event, by: delivery } : event)),
  ],
  [
    'a withdrawn consent stops no timer',
    DONE,
    spoiling((_, event, { delivery }) => (isConsent(event, 'pending') ? { delivery } : {})),
  ],
  [
    'a withdrawn consent stops no job of storage',
    DONE,
    spoiling((_, event, { disk }) => (isConsent(event, 'pending') ? { disk } : {})),
  ],
  [
    'a withdrawn consent forgets the request on its way',
    DONE,
    spoiling((_, event) => (isConsent(event, 'pending') ? IDLE : {})),
  ],
  [
    'what is logged while consent is pending is stored at once',
    DONE,
    (state, event, waiting) =>
      event.type === 'logged'
        ? { ...reducePipeline({ ...state, consent: 'granted' }, event, waiting), consent: state.consent }
        : reducePipeline(state, event, waiting),
  ],
  [
    'a denial removes nothing',
    UNREMOVED,
    spoiling((_, event) => (isConsent(event, 'denied') ? { disk: { kind: 'owes', job: 'save', failures: 0 } } : {})),
  ],
  [
    'a removal ends when consent turns from denied to pending',
    UNREMOVED,
    spoiling(({ disk }, event) =>
      isConsent(event, 'pending') && disk.job === 'remove' ? { disk: { ...disk, kind: 'owes', job: 'save' } } : {}
    ),
  ],
  [
    'what was stored before a denial is loaded after it',
    UNREMOVED,
    spoiling((_, event) => (isConsent(event, 'denied') ? { disk: { kind: 'owes', job: 'load', failures: 0 } } : {})),
  ],
  [
    'a load that has failed counts as done',
    UNSTORED,
    mishearing((event, { disk }) =>
      event.type === 'stored' && disk.job === 'load' ? { ...event, isDone: true } : event
    ),
  ],
  [
    'a save that has failed counts as done',
    DONE,
    mishearing((event, { disk }) =>
      event.type === 'stored' && disk.job === 'save' ? { ...event, isDone: true } : event
    ),
  ],
  [
    'what is logged during a save is forgotten',
    DONE,
    (state, event, waiting) =>
      reducePipeline(event.type === 'stored' ? { ...state, isDirty: false } : state, event, waiting),
  ],
  [
    'what has left the queue stays in storage',
    UNSTORED,
    spoiling((_, event, { disk, isDirty }) => (event.type === 'answered' ? { disk, isDirty } : {})),
  ],
  [
    'a batch counts as stored by a save from before it',
    DONE,
    spoiling(({ delivery }) => (delivery.kind === 'storing' ? { delivery: { ...delivery, isCovered: true } } : {})),
  ],
  [
    'what an earlier launch has left waits for an event of this one',
    UNDELIVERED,
    spoiling((_, event, { disk, delivery }) => (event.type === 'stored' && disk.job === 'load' ? { delivery } : {})),
  ],
  [
    'nothing follows a request without an answer',
    UNDELIVERED,
    spoiling(({ delivery }) => (delivery.kind === 'resting' ? IDLE : {})),
  ],
  [
    'nothing follows an ordered rest',
    UNDELIVERED,
    spoiling((_, event) =>
      event.type === 'answered' && 'retryAfterMs' in event.outcome && event.outcome.retryAfterMs !== null ? IDLE : {}
    ),
  ],
  [
    'what is logged during a request waits for the next event',
    UNDELIVERED,
    spoiling(({ delivery }, event) => (event.type === 'answered' && delivery.kind === 'waiting' ? IDLE : {})),
  ],
  [
    'the app coming or going sends again what is being sent',
    DONE,
    spoiling(({ delivery }, event) =>
      event.type === 'moved' && delivery.kind === 'sending' ? { delivery: { ...delivery } } : {}
    ),
  ],
  [
    'storage is given up at its first failure',
    /three failures/,
    spoiling(({ disk }) => (disk.failures > 0 ? { disk: { ...disk, failures: 3 } } : {})),
  ],
];

/** Small ones first: most faults are near. */
const FAULT_PLANS = [
  { units: [1, 1], consents: 1, moves: 1, tooLarge: 0 },
  { units: [1, 1], consents: 2, moves: 0, tooLarge: 0 },
  PLANS['three changes of consent'],
];

function findFault(reduce: Reduce) {
  for (const plan of FAULT_PLANS) {
    const { failure } = explore(pipelineWorld(plan, reduce));
    if (failure) return failure;
  }
  return null;
}

test.each(FAULTS)('the exploration finds a fault: %s', (_, broken, reduce) => {
  const fault = findFault(reduce);
  expect(fault?.broken).toMatch(broken);
  expect(fault?.path.length).toBeGreaterThan(0);
});
