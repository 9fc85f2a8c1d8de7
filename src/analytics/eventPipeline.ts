import { backoff } from '../core/backoff';
import type { QueuedEvent } from '../core/eventQueue';
import { randomId } from '../core/randomId';
import type { Trace } from '../core/trace';
import { within } from '../core/within';
import type { KeyValueStore, Ports } from '../ports';
import type { LinkService } from '../service/linkService';
import type { Bridge } from './bridge';
import { createQueueStore } from './queueStore';

/** Enough to share one request, few enough that a visit of a minute is sent while it lasts. */
const FLUSH_AT = 20;
const FLUSH_AFTER_MS = 10_000;
const BATCH_SIZE = 50;
/** An upload on a bad line; nobody waits for it. */
const SEND_MS = 15_000;
/** A disk that takes longer is taken for broken. */
const STORAGE_MS = 5000;

interface PipelineParts {
  ports: Ports;
  service: LinkService;
  store: KeyValueStore;
  trace: Trace;
}

/**
 * Delivers events at least once and in order. Stored before they are sent, removed after a 2xx.
 *
 *   waiting → sending   20 wait, 10 s after the first, launch, background, foreground
 *   sending → sending   2xx, 413 (half the batch) and other 4xx (drop it), while any are left
 *   sending → resting   no answer, 408, 425, 429, 5xx
 *   resting → sending   when the backoff ends; earlier on background and foreground, unless the
 *                       service itself named the time
 */
export function createEventPipeline({ ports, service, store, trace }: PipelineParts, bridge: Bridge) {
  const { clock, log, os, random } = ports;
  const { queue } = bridge;
  const queueStore = createQueueStore(store, queue, () => randomId(clock.now(), random));
  /** Counts starts and pauses: what was begun before the latest is void. */
  let turn = 0;
  let isStarted = false;
  let isLoaded = false;
  let isPersistent = true;
  let isSavePending = false;
  let isAwake = false;
  let isSending = false;
  let isResting = false;
  let failures = 0;
  /** The service itself has named a time: it holds against everything. */
  let isOrderedToRest = false;
  let jobs: Promise<unknown> = Promise.resolve();
  /** Calls the next flush off: the one after a rest, or after the first of the events that wait. */
  let callOff: (() => void) | undefined;

  /** One storage job after the other; the first that fails ends storage for this launch. */
  function onDisk<T>(job: () => Promise<T>): Promise<T | undefined> {
    const result = jobs.then(async () => {
      if (!isPersistent) return undefined;
      const answer = await within(clock, STORAGE_MS, job);
      if (answer.ok) return answer.value;
      isPersistent = false;
      trace('events')('memoryOnly', answer.reason);
      if (__DEV__) log.advise(`Storage fails, so events are kept in memory only: ${answer.reason}.`);
      return undefined;
    });
    jobs = result;
    return result;
  }

  /** A save that has not begun yet covers all that is logged until it does. */
  function save(): Promise<unknown> {
    if (isSavePending) return jobs;
    isSavePending = true;
    return onDisk(async () => {
      isSavePending = false;
      // What is logged after a pause must not be stored.
      if (isStarted) await queueStore.save();
    });
  }

  function stopWaiting() {
    callOff?.();
    callOff = undefined;
    isResting = false;
  }

  function flushAfter(ms: number) {
    callOff = clock.after(ms, () => {
      stopWaiting();
      flush();
    });
  }

  function rest() {
    stopWaiting();
    isResting = true;
    flushAfter(backoff(++failures, random()));
  }

  function restAsOrdered(ms: number) {
    isOrderedToRest = true;
    clock.after(ms, () => {
      isOrderedToRest = false;
      flush();
    });
  }

  function body(batch: QueuedEvent[]): string {
    const head = JSON.stringify({ deviceId: queueStore.deviceId(), platform: os, sentAt: new Date(clock.now()) });
    return `${head.slice(0, -1)},"events":[${batch.map(({ json }) => json).join()}]}`;
  }

  async function drain() {
    const mine = turn;
    let batchSize = BATCH_SIZE;
    while (mine === turn && queue.size() > 0) {
      const dropped = queue.takeDropped();
      if (dropped) log.error(`${dropped} events were dropped: more were waiting than the queue holds.`);
      // Taken before the save, which covers it.
      const batch = queue.peek(batchSize);
      await save();
      if (mine !== turn) return;
      const done = trace('events');
      const outcome = await service.send(body(batch), SEND_MS);
      done(outcome.kind, outcome.reason ?? `${batch.length} events`);
      if (outcome.kind === 'unavailable') {
        if (outcome.retryAfterMs !== null) restAsOrdered(outcome.retryAfterMs);
        else if (mine === turn) rest();
        return;
      }
      failures = 0;
      if (outcome.kind === 'tooLarge' && batch.length > 1) {
        batchSize = Math.ceil(batch.length / 2);
        continue;
      }
      if (outcome.reason) log.error(`${batch.length} events were dropped: ${outcome.reason}.`);
      queue.remove(batch);
      // Back to full size step by step: it may have been a single event that was too large.
      batchSize = Math.min(BATCH_SIZE, batchSize * 2);
    }
  }

  function flush() {
    if (!isStarted || !isLoaded || isSending || isResting || isOrderedToRest || !queue.size()) return;
    stopWaiting();
    isSending = true;
    void drain().finally(() => {
      isSending = false;
      tend();
    });
  }

  /** Whether anything may be stored or sent is for `save` and `flush` to see. */
  function tend() {
    void save();
    if (queue.size() >= FLUSH_AT) flush();
    else if (queue.size() && !callOff) flushAfter(FLUSH_AFTER_MS);
  }

  /** Off the caller's stack, and once for all events of a burst. */
  function wake() {
    if (isAwake) return;
    isAwake = true;
    void Promise.resolve().then(() => {
      isAwake = false;
      tend();
    });
  }

  function pause() {
    isStarted = false;
    bridge.open(wake);
    turn++;
    stopWaiting();
  }

  return {
    /** Sends what an earlier launch has left and what has been logged so far, then what is logged. */
    start() {
      isStarted = true;
      bridge.open(wake);
      const mine = turn;
      void (
        isLoaded
          ? jobs
          : onDisk(queueStore.load).then((stored) => {
              if (mine !== turn) return;
              isLoaded = true;
              queue.restore(stored ?? []);
            })
      ).then(flush);
    },
    /** The app has come or gone: the best time to send, and perhaps the last. */
    hurry() {
      isResting = false;
      flush();
    },
    /** Events wait in memory from now on. */
    pause,
    /** Removes all that waits, here and in storage; what is logged from now on is dropped. */
    discard() {
      pause();
      bridge.discard();
      // Also where storage has failed before: it may work for this.
      jobs = jobs.then(() => within(clock, STORAGE_MS, queueStore.clear));
    },
  };
}

export type EventPipeline = ReturnType<typeof createEventPipeline>;
