import { DELIVERY_START, staysQueued, reduceDelivery, type Delivery, type DeliveryEvent } from '../core/deliveryState';
import { isoTime } from '../core/eventJson';
import type { QueuedEvent } from '../core/eventQueue';
import type { SendOutcome } from '../core/outcome';
import type { Trace } from '../core/trace';
import type { Ports } from '../ports';
import type { LinkService } from '../service/linkService';
import type { Install } from '../storage/install';
import type { Vault } from '../storage/vault';
import type { Consent } from '../types';
import type { Outbox } from './outbox';

/** Long enough for an upload on a bad line; nobody waits for it. */
const SEND_MS = 15_000;
/** Without a reason, consent was withdrawn. */
const UNSENT: SendOutcome = { kind: 'unavailable', reason: '', retryAfterMs: null };

interface PipelineParts {
  ports: Ports;
  service: LinkService;
  install: Install;
  vault: Vault;
  trace: Trace;
}

/**
 * Delivers events at least once and in order: they are stored before they are sent, and removed after a 2xx. The
 * reducer makes all decisions. Here each phase that is entered has its effect, and each effect ends in an event.
 */
export function createEventPipeline({ ports, service, install, vault, trace }: PipelineParts, outbox: Outbox) {
  const { clock, log, os, random } = ports;
  const { queue } = outbox;
  let state = DELIVERY_START;
  /** Ends when what was logged so far is stored, or can't be. */
  let storing: Promise<unknown> | undefined;

  /** Stores what waits. What an earlier launch has stored is never overwritten before it is read. */
  const save = async () => state.isLoaded && vault.keep('events', queue.text);

  function dispatch(event: DeliveryEvent) {
    const before = state;
    state = reduceDelivery(before, event, queue.size());
    const { delivery } = state;
    if (delivery === before.delivery) return;
    if (delivery.kind === 'loading') void load(delivery);
    if (delivery.kind === 'locked') void delivery.again.then(() => load(delivery));
    if (delivery.kind === 'sending') void send(delivery);
    if ('ms' in delivery) clock.after(delivery.ms, () => dispatch({ type: 'rang', by: delivery }));
  }

  async function load(by: Delivery) {
    const { ok, value, again } = await vault.read('events');
    // If nothing can be stored either, what is new is safe nowhere but with the service.
    const isLocked = again && by.kind === 'loading' && (await vault.isWritable());
    if (by !== state.delivery) return;
    if (value) queue.restore(value);
    if (ok && queue.size()) storing = vault.keep('events', queue.text);
    dispatch({ type: 'loaded', by, isDone: ok, again: isLocked && again });
  }

  function body(installId: string, batch: QueuedEvent[]): string {
    const head = JSON.stringify({ installId, platform: os, sentAt: isoTime(clock.now()) });
    return `${head.slice(0, -1)},"events":[${batch.map(({ json }) => json).join()}]}`;
  }

  async function send(by: Delivery & { kind: 'sending' }) {
    // The news of events that were just logged comes a moment after them.
    await Promise.resolve();
    await storing;
    const id = await install.id();
    // The batch is taken after the last wait: consent may have been withdrawn, and all events dropped.
    const batch = queue.peek(by.size);
    const done = trace('events');
    const outcome = id && batch.length ? await service.send(body(id, batch), SEND_MS, id) : UNSENT;
    const hasLeft = !staysQueued(outcome, by.size);
    if (hasLeft) {
      queue.remove(batch);
      void save();
    }
    const answered = () => dispatch({ type: 'answered', by, outcome, random: random() });
    const restMs = outcome.kind === 'unavailable' ? outcome.retryAfterMs : null;
    if (restMs === null) answered();
    else clock.after(restMs, answered);
    const dropped = queue.takeDropped();
    if (dropped) log.error('events', `${dropped} did not fit`);
    if (hasLeft && outcome.reason) log.error('events', `${batch.length}, ${outcome.reason}`);
    if (outcome.reason !== '') done(outcome.kind, outcome.reason ?? `${batch.length} events`);
  }

  return {
    setConsent(consent: Consent) {
      if (consent === 'denied') outbox.discard();
      else
        outbox.onNews(() => {
          storing = save().then((isDone) => isDone && vault.check('install'));
          dispatch({ type: 'logged' });
        });
      storing = save();
      dispatch({ type: 'consent', consent });
    },
    hurry: () => dispatch({ type: 'moved' }),
    stop() {
      state = DELIVERY_START;
    },
  };
}
