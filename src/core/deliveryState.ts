import type { Consent } from '../types';
import { backoff } from './backoff';
import type { SendOutcome } from './outcome';

/** The first event after a pause waits for what is logged with it: a screen logs several at once. */
const GATHER_MS = 300;
/** Long enough to spare the radio, short enough that a visit of a minute is sent while it lasts. */
const PAUSE_MS = 10_000;
/** This many events are sent at once, without a wait. */
const FLUSH_AT = 20;
const BATCH_SIZE = 50;
/** After this many failures in a row no timer is set: the next event, the app or the next launch tries again. */
const MAX_FAILURES = 8;

/**
 * What is done about the events that wait.
 *
 *   held → loading             consent is granted
 *   loading → sending          the events of an earlier launch are read, or can't be read now; → idle if none waits
 *   loading → locked           storage refuses to be read, and is asked again
 *   locked → sending           that is over, or the app comes or goes, as a short visit must not lose its events
 *   idle → waiting             an event is logged: 300 ms
 *   waiting → sending          the time is up, or 20 wait; → idle if none waits
 *   idle, waiting, resting → sending
 *                              the app comes or goes
 *   sending → sending          2xx, 413 (half the batch) and other refusals (dropped), while the flush has events left;
 *                              or a rest that the service has asked for is over
 *   sending → waiting          the flush has no events left: 10 s until the next
 *   sending → resting          no answer; the eighth time in a row → idle
 *   resting → sending          the backoff is over
 *   any → held                 consent is withdrawn; from sending only when the answer comes, as a request can't be
 *                              called back
 *
 * While events could not be read, each flush begins with another attempt. After an answer with `Retry-After` the
 * sending ends only when that time is over, so nothing shortens the rest.
 */
export type Delivery =
  | { kind: 'held' | 'loading' | 'idle' }
  /** `again`: ends when storage was asked often enough. */
  | { kind: 'locked'; again: Promise<void> }
  | { kind: 'waiting' | 'resting'; ms: number }
  /** `size`: how many of the oldest events are in the batch. */
  | { kind: 'sending'; size: number };

export interface DeliveryState {
  isAllowed: boolean;
  delivery: Delivery;
  /** Whether the events of an earlier launch are in the queue. */
  isLoaded: boolean;
  /** Whether the flush goes on after the batch that is sent now. */
  isMore: boolean;
  /** The largest batch that is tried. */
  most: number;
  /** How many requests have failed in a row. */
  failures: number;
}

/** What has happened. An answer carries the very phase that asked for it, and is void once that phase is over. */
export type DeliveryEvent =
  | { type: 'consent'; consent: Consent }
  | { type: 'logged' }
  /** The app has come or gone: the best time to send, and perhaps the last. */
  | { type: 'moved' }
  /** `again`: storage refused, and is asked again. */
  | { type: 'loaded'; by: Delivery; isDone: boolean; again?: Promise<void> | false | undefined }
  | { type: 'rang'; by: Delivery }
  | { type: 'answered'; by: Delivery & { kind: 'sending' }; outcome: SendOutcome; random: number };

export const DELIVERY_START: DeliveryState = {
  isAllowed: false,
  delivery: { kind: 'held' },
  isLoaded: false,
  isMore: false,
  most: BATCH_SIZE,
  failures: 0,
};

/** Whether a batch of `size` stays in the queue after this answer. */
export const staysQueued = ({ kind }: SendOutcome, size: number) =>
  kind === 'unavailable' || (kind === 'tooLarge' && size > 1);

/** Here and below, `state` is a draft of the reducer's next state. */
function send(state: DeliveryState, waiting: number) {
  const size = Math.min(waiting, state.most);
  state.isMore = size < waiting;
  state.delivery = size ? { kind: 'sending', size } : { kind: 'idle' };
}

/** Begins to send all events that wait. */
function flush(state: DeliveryState, waiting: number) {
  if (state.isLoaded) send(state, waiting);
  else state.delivery = { kind: 'loading' };
}

/** Makes all decisions of the delivery. Reads no clock and has no effects: its caller acts when a phase is entered. */
export function reduceDelivery(before: DeliveryState, event: DeliveryEvent, waiting: number): DeliveryState {
  const state = { ...before };
  const { delivery } = before;
  const { kind } = delivery;
  if ('by' in event && event.by !== delivery) return before;
  switch (event.type) {
    case 'consent':
      state.isAllowed = event.consent === 'granted';
      if (!state.isAllowed && kind !== 'sending') state.delivery = { kind: 'held' };
      else if (kind === 'held') flush(state, waiting);
      break;

    case 'logged':
      if (waiting >= FLUSH_AT && (kind === 'idle' || kind === 'waiting')) flush(state, waiting);
      else if (kind === 'idle') state.delivery = { kind: 'waiting', ms: GATHER_MS };
      break;

    case 'moved':
      // Even if the request under way is the last one to fail, what waits is tried again.
      state.failures = 0;
      if (kind === 'sending') state.isMore = true;
      else if (kind === 'locked' && waiting) send(state, waiting);
      else if ((kind === 'idle' || 'ms' in delivery) && (waiting || !state.isLoaded)) flush(state, waiting);
      break;

    case 'loaded':
      state.isLoaded = event.isDone;
      if (event.again) state.delivery = { kind: 'locked', again: event.again };
      else send(state, waiting);
      break;

    case 'rang':
      flush(state, waiting);
      break;

    case 'answered': {
      const { outcome, by } = event;
      const hasLeft = !staysQueued(outcome, by.size);
      if (!state.isAllowed) state.delivery = { kind: 'held' };
      else if (outcome.kind === 'unavailable') {
        state.failures = (state.failures + 1) % MAX_FAILURES;
        if (state.failures === 0) state.delivery = { kind: 'idle' };
        else if (outcome.retryAfterMs !== null) flush(state, waiting);
        else state.delivery = { kind: 'resting', ms: backoff(state.failures, event.random) };
      } else {
        state.failures = 0;
        // The size grows back step by step, as perhaps a single event was too large.
        state.most = hasLeft ? Math.min(BATCH_SIZE, state.most * 2) : Math.ceil(by.size / 2);
        if (waiting && (!hasLeft || state.isMore || waiting >= FLUSH_AT)) flush(state, waiting);
        else state.delivery = { kind: 'waiting', ms: PAUSE_MS };
      }
    }
  }
  return state;
}
