import { reduceDelivery, type DeliveryEvent, type DeliveryState } from '../../src/core/deliveryState';
import { deliveryWorld, type Reduce } from '../support/deliveryWorld';
import { explore } from '../support/explore';

/** Large bursts need several batches, and are sent without a wait. */
const PLANS = {
  'three changes of consent': { units: [1, 1], consents: 3, moves: 1, tooLarge: 0, silences: 2, failures: 0 },
  'single events': { units: [1, 1, 1], consents: 2, moves: 1, tooLarge: 1, silences: 3, failures: 6 },
  'more than a batch': { units: [30, 60], consents: 1, moves: 1, tooLarge: 2, silences: 2, failures: 6 },
};

test.each(Object.entries(PLANS))('whatever happens in whatever order, every rule holds: %s', (_, plan) => {
  const { failure, states, steps } = explore(deliveryWorld(plan));
  expect(failure).toBeNull();
  process.stdout.write(`  delivery: ${states} states, ${steps} steps\n`);
  expect(states).toBeGreaterThan(500);
});

/** A reducer that takes one event for another. */
const mishearing =
  (mishear: (event: DeliveryEvent, state: DeliveryState) => DeliveryEvent): Reduce =>
  (state, event, waiting) =>
    reduceDelivery(state, mishear(event, state), waiting);

/** A reducer whose next state is not quite what it should be. */
const spoiling =
  (spoil: (next: DeliveryState, event: DeliveryEvent, state: DeliveryState) => Partial<DeliveryState>): Reduce =>
  (state, event, waiting) => {
    const next = reduceDelivery(state, event, waiting);
    return { ...next, ...spoil(next, event, state) };
  };

const isConsent = (event: DeliveryEvent, consent: string) => event.type === 'consent' && event.consent === consent;
const IDLE = { delivery: { kind: 'idle' } } as const;

const DONE = /must not be done/;
const HELD = /without consent nothing waits/;
const UNREAD = /counts as read only if it is/;
const UNDELIVERED = /dead end: all that is owed is delivered/;

/** Faults, and the rule or goal that each of them breaks. */
const FAULTS: [string, RegExp, Reduce][] = [
  [
    'events are sent before those of an earlier launch are read',
    DONE,
    spoiling(({ delivery }) => (delivery.kind === 'loading' ? { delivery: { kind: 'sending', size: 1 } } : {})),
  ],
  [
    'events are sent while storage is asked again for those of an earlier launch',
    DONE,
    spoiling(({ delivery }) => (delivery.kind === 'locked' ? { delivery: { kind: 'sending', size: 1 } } : {})),
  ],
  [
    'an answer of storage is never void',
    /./,
    mishearing((event, { delivery }) => (event.type === 'loaded' ? { ...event, by: delivery } : event)),
  ],
  [
    'a timer is never void',
    /./,
    mishearing((event, { delivery }) => (event.type === 'rang' ? { ...event, by: delivery } : event)),
  ],
  [
    'a withdrawn consent stops no timer',
    HELD,
    spoiling((_, event, { delivery }) => (isConsent(event, 'pending') ? { delivery } : {})),
  ],
  [
    'a withdrawn consent forgets the request on its way',
    DONE,
    spoiling((_, event) => (isConsent(event, 'pending') ? { delivery: { kind: 'held' } } : {})),
  ],
  [
    'what is logged while consent is pending is sent',
    HELD,
    (state, event, waiting) =>
      event.type === 'logged' && state.delivery.kind === 'held'
        ? { ...state, delivery: { kind: 'waiting', ms: 1 } }
        : reduceDelivery(state, event, waiting),
  ],
  [
    'a read that has failed counts as done',
    UNREAD,
    mishearing((event) => (event.type === 'loaded' ? { ...event, isDone: true } : event)),
  ],
  [
    'a read that fails is repeated at once',
    DONE,
    spoiling((next, event) => (event.type === 'loaded' && !next.isLoaded ? { delivery: { kind: 'loading' } } : {})),
  ],
  [
    'what an earlier launch has left waits for an event of this one',
    UNDELIVERED,
    spoiling((next, event) => (event.type === 'loaded' && next.isAllowed ? IDLE : {})),
  ],
  [
    'nothing follows a request without an answer',
    UNDELIVERED,
    spoiling(({ delivery }) => (delivery.kind === 'resting' ? IDLE : {})),
  ],
  [
    'nothing follows an ordered rest',
    UNDELIVERED,
    spoiling((next, event) =>
      next.isAllowed && event.type === 'answered' && event.outcome.kind === 'unavailable' && event.outcome.retryAfterMs
        ? IDLE
        : {}
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
    'a service that stays silent is asked for ever',
    /eighth failure/,
    spoiling((next, event, { failures }) =>
      event.type === 'answered' && failures === 7 && next.failures === 0 && next.delivery.kind === 'idle'
        ? { failures: 8, delivery: { kind: 'resting', ms: 1 } }
        : {}
    ),
  ],
  [
    'a grant after a request that outlived the withdrawal sends nothing',
    UNDELIVERED,
    spoiling((_, event, { delivery }) => (isConsent(event, 'granted') && delivery.kind === 'held' ? { delivery } : {})),
  ],
];

/** Small ones first: most faults are near. */
const FAULT_PLANS = [
  { units: [1, 1], consents: 2, moves: 1, tooLarge: 0, silences: 2, failures: 6 },
  PLANS['three changes of consent'],
  PLANS['more than a batch'],
];

function findFault(reduce: Reduce) {
  for (const plan of FAULT_PLANS) {
    const { failure } = explore(deliveryWorld(plan, reduce));
    if (failure) return failure;
  }
  return null;
}

test.each(FAULTS)('the exploration finds a fault: %s', (_, broken, reduce) => {
  const fault = findFault(reduce);
  expect(fault?.broken).toMatch(broken);
  expect(fault?.path.length).toBeGreaterThan(0);
});
