import { attempt } from '../core/attempt';
import type { QueuedEvent } from '../core/eventQueue';
import { isoTime } from '../core/eventJson';
import type { SendOutcome } from '../core/outcome';
import {
  isKept,
  isLost,
  PIPELINE_START,
  reducePipeline,
  type Delivery,
  type Disk,
  type PipelineEvent,
} from '../core/pipelineState';
import type { Trace } from '../core/trace';
import { within } from '../core/within';
import type { KeyValueStore, Ports } from '../ports';
import type { InstallId } from '../service/installId';
import type { LinkService } from '../service/linkService';
import type { Consent } from '../types';
import type { Outbox } from './outbox';
import { createQueueStore } from './queueStore';

/** Long enough for an upload on a bad line; nobody waits for it. */
const SEND_MS = 15_000;
/** A disk that takes longer is not waited for. */
const STORAGE_MS = 5000;

interface PipelineParts {
  ports: Ports;
  service: LinkService;
  installId: InstallId;
  store: KeyValueStore;
  trace: Trace;
  /** Called after each save, which is a good time to check what else is stored. */
  onSave(): void;
}

/**
 * Delivers events at least once and in order: they are stored before they are sent, and removed after a 2xx. The
 * reducer makes all decisions. Here each change of its state has an effect, and each effect ends in an event.
 */
export function createEventPipeline(parts: PipelineParts, outbox: Outbox) {
  const { ports, service, installId, trace, onSave } = parts;
  const { clock, log, os, random } = ports;
  const { queue } = outbox;
  const queueStore = createQueueStore(parts.store, queue, installId);
  let state = PIPELINE_START;
  // Jobs run one after the other, however long one takes: a write that hangs may still land, and must not overwrite
  // a newer one.
  let jobs: Promise<unknown> = Promise.resolve();
  let callOff: (() => void) | undefined;

  const after = (ms: number, action: () => void) => attempt(() => clock.after(ms, action));

  function dispatch(event: PipelineEvent) {
    outbox.tellNews();
    const before = state;
    state = reducePipeline(before, event, queue.size());
    const { disk, delivery } = state;
    if (disk.kind === 'does' && disk !== before.disk) void run(disk);
    if (delivery !== before.delivery) {
      callOff?.();
      callOff = undefined;
      if (delivery.kind === 'sending') void send(delivery);
    }
    // If no timer could be set, the next event tries again.
    if ('ms' in delivery) callOff ??= after(delivery.ms, () => dispatch({ type: 'rang', by: delivery }));
  }

  async function run(by: Disk) {
    // A removal after a denial is done, however late.
    const isLive = () => by.job === 'remove' || state.disk === by;
    const work = jobs.then(() => (isLive() ? queueStore[by.job](isLive) : undefined));
    jobs = work.catch(() => {});
    const answer = await within(clock, STORAGE_MS, () => work);
    const isVoid = state.disk !== by;
    if (answer.ok && answer.value && !isVoid) queue.restore(answer.value);
    dispatch({ type: 'stored', by, isDone: answer.ok });
    if (isVoid) return;
    attempt(() => {
      if (answer.ok && by.job === 'save') onSave();
      if (answer.ok || !isLost(state.disk)) return;
      log.error(`Storage keeps failing, so events are kept in memory only until the next launch: ${answer.reason}.`);
      trace('events')('memoryOnly', answer.reason);
    });
  }

  function body(deviceId: string, batch: QueuedEvent[]): string {
    const head = JSON.stringify({ deviceId, platform: os, sentAt: isoTime(clock.now()) });
    return `${head.slice(0, -1)},"events":[${batch.map(({ json }) => json).join()}]}`;
  }

  async function send(by: Delivery & { kind: 'sending' }) {
    const { size } = by;
    let batch: QueuedEvent[] = [];
    let done: ReturnType<typeof trace<'events'>> | undefined;
    // The request has a bound of its own; this one is for a port that breaks its promise.
    const answer = await within(clock, SEND_MS + STORAGE_MS, async () => {
      const id = await installId.get();
      // The batch is taken after the last wait: consent may have been withdrawn, and all events dropped.
      batch = queue.peek(size);
      if (id === null || !batch.length) throw new Error('nothing may be sent');
      done = attempt(() => trace('events'));
      return service.send(body(id, batch), SEND_MS, id);
    });
    const outcome: SendOutcome = answer.ok
      ? answer.value
      : { kind: 'unavailable', reason: answer.reason, retryAfterMs: null };
    const hasLeft = !isKept(outcome, size);
    if (hasLeft) queue.remove(batch);
    const answered = () => dispatch({ type: 'answered', by, outcome, random: attempt(random) ?? 0 });
    const restMs = outcome.kind === 'unavailable' ? outcome.retryAfterMs : null;
    if (restMs === null || !after(restMs, answered)) answered();
    attempt(() => {
      const dropped = queue.takeDropped();
      if (dropped) log.error(`${dropped} events were dropped: more were waiting than the queue holds.`);
      if (hasLeft && outcome.reason) log.error(`${batch.length} events were dropped: ${outcome.reason}.`);
      done?.(outcome.kind, outcome.reason ?? `${batch.length} events`);
    });
  }

  return {
    /** Must be called once, and whenever consent has changed. */
    setConsent(consent: Consent) {
      if (consent === 'denied') outbox.discard();
      else outbox.onNews(() => dispatch({ type: 'logged' }));
      dispatch({ type: 'consent', consent });
    },
    /** The app has come or gone. */
    hurry: () => dispatch({ type: 'moved' }),
  };
}

export type EventPipeline = ReturnType<typeof createEventPipeline>;
