import { backoff } from '../core/backoff';
import { createEventQueue, type QueuedEvent } from '../core/eventQueue';
import { randomId } from '../core/randomId';
import type { KeyValueStore, Ports } from '../ports';
import type { LinkService } from '../service/linkService';
import type { Trace } from '../session/diagnostics';
import { within } from '../session/within';
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
  const queueStore = createQueueStore(store, () => randomId(clock.now(), random));
  let queue = createEventQueue();
  let isRunning = false;
  let isPersistent = true;
  let isSavePending = false;
  let isAwake = false;
  let loading: Promise<void> | undefined;
  let sending: Promise<void> | undefined;
  let disk: Promise<unknown> = Promise.resolve();
  let stopTimer: (() => void) | undefined;
  let stopRest: (() => void) | undefined;
  let isRestOrdered = false;
  let batchSize = BATCH_SIZE;
  let failures = 0;
  let dropped = 0;

  /** One storage job after the other; the first that fails ends storage for this launch. */
  function onDisk(job: () => Promise<void>): Promise<unknown> {
    disk = disk.then(async () => {
      if (!isPersistent) return;
      const result = await within(clock, STORAGE_MS, job);
      if (result.ok) return;
      isPersistent = false;
      trace('events')('memoryOnly', result.reason);
      if (__DEV__) log.advise(`Storage fails, so events are kept in memory only: ${result.reason}.`);
    });
    return disk;
  }

  /** A save that has not begun yet covers all that is logged until it does. */
  function save(): Promise<unknown> {
    if (isSavePending) return disk;
    isSavePending = true;
    return onDisk(() => {
      isSavePending = false;
      return queueStore.save(queue);
    });
  }

  function rest(orderedMs: number | null) {
    isRestOrdered = orderedMs !== null;
    stopRest = clock.after(orderedMs ?? backoff(++failures, random()), () => {
      stopRest = undefined;
      flush();
    });
  }

  function body(batch: QueuedEvent[]): string {
    const sentAt = new Date(clock.now()).toISOString();
    const head = JSON.stringify({ deviceId: queueStore.deviceId(), platform: os, sentAt });
    return `${head.slice(0, -1)},"events":[${batch.map(({ json }) => json).join()}]}`;
  }

  async function drain() {
    const mine = queue;
    while (isRunning && queue === mine && queue.size() > 0) {
      await save();
      const batch = queue.peek(batchSize);
      const done = trace('events');
      const outcome = batch.length ? await service.send(body(batch), SEND_MS) : { kind: 'accepted' as const };
      done(outcome.kind, 'reason' in outcome ? outcome.reason : `${batch.length} events`);
      if (outcome.kind === 'unavailable') {
        if (isRunning) rest(outcome.retryAfterMs);
        return;
      }
      if (outcome.kind === 'tooLarge' && batch.length > 1) {
        batchSize = Math.ceil(batch.length / 2);
        continue;
      }
      if (outcome.kind !== 'accepted') {
        log.error(
          `${batch.length} events were dropped: ${outcome.kind === 'refused' ? outcome.reason : 'too large (HTTP 413)'}.`
        );
      }
      mine.remove(batch);
      failures = 0;
    }
    if (isRunning) await save();
  }

  function flush() {
    if (!isRunning || sending || stopRest || queue.size() === 0) return;
    stopTimer?.();
    stopTimer = undefined;
    if (dropped > 0) {
      log.error(`${dropped} events were dropped: more were waiting than the queue holds.`);
      dropped = 0;
    }
    sending = drain().finally(() => {
      sending = undefined;
      schedule();
    });
  }

  function schedule() {
    if (queue.size() >= FLUSH_AT) flush();
    else if (queue.size() > 0 && isRunning) stopTimer ??= clock.after(FLUSH_AFTER_MS, flush);
  }

  function add(event: QueuedEvent) {
    dropped += queue.push(event);
    if (isAwake) return;
    isAwake = true;
    // Off the caller's stack, and once for all events of a burst.
    void Promise.resolve().then(() => {
      isAwake = false;
      if (!isRunning) return;
      void save();
      schedule();
    });
  }

  function pause() {
    isRunning = false;
    bridge.disconnect();
    stopTimer?.();
    stopRest?.();
    stopTimer = stopRest = undefined;
  }

  return {
    /** Loads what an earlier launch has left, then takes what is logged. */
    start() {
      if (isRunning) return;
      isRunning = true;
      loading ??= onDisk(async () => {
        queue = await queueStore.load();
      }).then(() => {});
      void loading.then(() => {
        if (!isRunning) return;
        bridge.connect(add);
        flush();
      });
    },
    /** The app has come or gone: the best time to send, and perhaps the last. */
    hurry() {
      if (!isRestOrdered) {
        stopRest?.();
        stopRest = undefined;
      }
      flush();
    },
    /** Events wait in memory from now on. */
    pause,
    /** Removes all that waits, here and in storage; what is logged from now on is dropped. */
    discard() {
      pause();
      bridge.discard();
      const old = queue;
      queue = createEventQueue();
      loading = undefined;
      void onDisk(() => queueStore.clear(old));
    },
  };
}

export type EventPipeline = ReturnType<typeof createEventPipeline>;
