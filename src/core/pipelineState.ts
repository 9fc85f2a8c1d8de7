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
/** A disk that is busy or full recovers. After this many failures in a row, trying again isn't worth its cost. */
const MOST_STORAGE_FAILURES = 3;

/**
 * What storage owes the queue, or does for it now; one job at a time.
 *
 *   owes load → does load      consent is granted; after a failure: with the next change, or before the next request
 *   does load → owes save      what was stored waits in front of what was logged
 *   owes save → does save      the queue has changed
 *   does save → owes save      it is written; if the queue has changed meanwhile, at once → does save
 *   does any → owes the same   it has failed or takes too long (after the third time in a row it is not begun again
 *                              in this launch); or consent is pending, unless it is a removal
 *   any → does remove          consent is denied
 *   does remove → owes save    nothing is stored any more, so there is nothing to load
 */
export interface Disk {
  kind: 'owes' | 'does';
  job: 'load' | 'save' | 'remove';
  failures: number;
}

/**
 * What is done about the events that wait.
 *
 *   idle → waiting             an event is logged: 300 ms
 *   waiting → storing          the time is up, or 20 wait
 *   waiting → idle             the time is up, and nothing waits
 *   idle, waiting, resting → storing
 *                              consent is granted, the app comes or goes, or an earlier launch's events are read
 *   storing → sending          the batch is stored or storage has failed; at once, if nothing is being stored
 *   sending → storing          2xx, 413 (half the batch) and other 4xx (dropped), while the flush has events left;
 *                              or a rest that the service has asked for is over
 *   sending → waiting          the flush has no events left: 10 s until the next
 *   sending → resting          no answer, 408, 425, 429, 5xx
 *   resting → storing          the backoff is over
 *   any → idle                 consent is withdrawn; from sending only when the answer comes, as a request can't be
 *                              called back
 *
 * After an answer with `Retry-After` the sending ends only when that time is over, so that nothing shortens the rest.
 */
export type Delivery =
  | { kind: 'idle' }
  | { kind: 'waiting' | 'resting'; ms: number }
  /** `size`: how many of the oldest events are in the batch. `isCovered`: whether the save under way stores them. */
  | { kind: 'storing'; size: number; isCovered: boolean }
  | { kind: 'sending'; size: number };

export interface PipelineState {
  consent: Consent;
  disk: Disk;
  /** Whether the queue has changed since the last save began. */
  isDirty: boolean;
  delivery: Delivery;
  /** Whether the flush goes on after the batch that is stored or sent now. */
  isMore: boolean;
  /** The largest batch that is tried. */
  most: number;
  /** How many requests have failed in a row. */
  failures: number;
}

/**
 * What has happened. `logged` is told before anything that happens after it. An answer carries the very object that
 * asked for it, and is void once the state no longer holds that object.
 */
export type PipelineEvent =
  | { type: 'consent'; consent: Consent }
  | { type: 'logged' }
  /** The app has come or gone: the best time to send, and perhaps the last. */
  | { type: 'moved' }
  | { type: 'stored'; by: Disk; isDone: boolean }
  | { type: 'rang'; by: Delivery }
  | { type: 'answered'; by: Delivery; outcome: SendOutcome; random: number };

export const PIPELINE_START: PipelineState = {
  consent: 'pending',
  disk: { kind: 'owes', job: 'load', failures: 0 },
  isDirty: false,
  delivery: { kind: 'idle' },
  isMore: false,
  most: BATCH_SIZE,
  failures: 0,
};

/** Whether storage has been given up for this launch. */
export const isLost = ({ failures }: Disk) => failures >= MOST_STORAGE_FAILURES;

/** Whether a batch of `size` stays in the queue after this answer. */
export const isKept = ({ kind }: SendOutcome, size: number) =>
  kind === 'unavailable' || (kind === 'tooLarge' && size > 1);

// In the helpers below, `state` is a draft of the reducer's next state. They replace its phases and never change one.

/** Begins the job that storage owes, if consent allows it and the queue needs it. */
function tend(state: PipelineState) {
  const { consent, disk, isDirty } = state;
  const isDue = disk.job === 'remove' || (consent === 'granted' && (disk.job === 'load' || isDirty));
  if (disk.kind === 'does' || isLost(disk) || !isDue) return;
  state.isDirty = isDirty && disk.job !== 'save';
  state.disk = { ...disk, kind: 'does' };
}

/** Begins to send all events that wait. */
function flush(state: PipelineState, waiting: number) {
  // This also begins a save that has failed before.
  tend(state);
  const { disk, isDirty } = state;
  const size = Math.min(waiting, state.most);
  state.isMore = size < waiting;
  if (!size) state.delivery = { kind: 'idle' };
  else if (disk.kind === 'owes') state.delivery = { kind: 'sending', size };
  else state.delivery = { kind: 'storing', size, isCovered: disk.job === 'save' && !isDirty };
}

/** Flushes, if consent allows it; a request that is on its way is finished first. */
function hurry(state: PipelineState, waiting: number) {
  if (state.delivery.kind === 'sending') state.isMore = true;
  else if (waiting && state.consent === 'granted') flush(state, waiting);
}

/**
 * Makes all decisions of the pipeline, from what has happened and from how many events wait after it. It reads no
 * clock and has no effects: its caller acts when a phase is entered.
 */
export function reducePipeline(before: PipelineState, event: PipelineEvent, waiting: number): PipelineState {
  const state = { ...before };
  const { disk, delivery } = before;
  switch (event.type) {
    case 'consent':
      state.consent = event.consent;
      if (event.consent === 'granted') {
        tend(state);
        hurry(state, waiting);
        break;
      }
      if (delivery.kind !== 'sending') state.delivery = { kind: 'idle' };
      state.isDirty = event.consent === 'pending';
      // Even where storage has been given up: the removal may still work.
      if (event.consent === 'denied') state.disk = { kind: 'does', job: 'remove', failures: 0 };
      else if (disk.job !== 'remove') state.disk = { ...disk, kind: 'owes' };
      break;

    case 'logged':
      state.isDirty = true;
      tend(state);
      if (state.consent !== 'granted') break;
      if (waiting >= FLUSH_AT && (delivery.kind === 'idle' || delivery.kind === 'waiting')) flush(state, waiting);
      else if (delivery.kind === 'idle') state.delivery = { kind: 'waiting', ms: GATHER_MS };
      break;

    case 'moved':
      // The app may have cleared all storage, so waiting events are saved once more.
      state.isDirty ||= waiting > 0;
      tend(state);
      hurry(state, waiting);
      break;

    case 'stored':
      if (event.by !== disk) break;
      if (event.isDone) {
        state.disk = { kind: 'owes', job: 'save', failures: 0 };
        tend(state);
      } else {
        state.disk = { kind: 'owes', job: disk.job, failures: disk.failures + 1 };
        state.isDirty = true;
      }
      if (event.isDone && disk.job === 'load') hurry(state, waiting);
      else if (delivery.kind !== 'storing') break;
      else if (delivery.isCovered || state.disk.kind === 'owes') {
        state.delivery = { kind: 'sending', size: delivery.size };
      } else state.delivery = { ...delivery, isCovered: true };
      break;

    case 'rang':
      if (event.by === delivery) flush(state, waiting);
      break;

    case 'answered': {
      if (event.by !== delivery || delivery.kind !== 'sending') break;
      const { size } = delivery;
      const { outcome } = event;
      const hasLeft = !isKept(outcome, size);
      state.isDirty ||= hasLeft;
      tend(state);
      if (state.consent !== 'granted') state.delivery = { kind: 'idle' };
      else if (outcome.kind === 'unavailable') {
        if (outcome.retryAfterMs !== null) flush(state, waiting);
        else state.delivery = { kind: 'resting', ms: backoff(++state.failures, event.random) };
      } else {
        state.failures = 0;
        // The size grows back step by step, as perhaps a single event was too large.
        state.most = hasLeft ? Math.min(BATCH_SIZE, state.most * 2) : Math.ceil(size / 2);
        if (waiting && (!hasLeft || state.isMore || waiting >= FLUSH_AT)) flush(state, waiting);
        else state.delivery = { kind: 'waiting', ms: PAUSE_MS };
      }
    }
  }
  return state;
}
