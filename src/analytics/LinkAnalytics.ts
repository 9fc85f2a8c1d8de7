import { dataJson } from '../core/eventJson';
import type { Log } from '../ports';
import type { Outbox } from './outbox';
import { LinkEventNames } from './LinkEventNames';

/** Logs what people do, so that the service can say which links led to it. */
export interface LinkAnalytics {
  /**
   * Queues one event; returns at once and never throws. It is delivered at least once, in order, even
   * if it was logged offline, before the provider mounted, or just before the app was killed. Until a
   * provider mounts, consent is unknown and nothing may be stored: an event of a process that never mounts
   * one, such as the handler of a push in the background, is lost.
   *
   * @example
   * LinkAnalytics.logEvent(LinkEventNames.Purchase, { total: 59.9, currency: 'EUR' });
   * LinkAnalytics.logEvent('sign_up');
   */
  logEvent(eventName: LinkEventNames, data?: unknown): void;
  /**
   * Puts your own id of a person on every event that is logged from now on. Pass `null` when the person signs out.
   * The id is kept in memory only, so call this at each launch; `consent: 'denied'` removes the id.
   *
   * @example
   * LinkAnalytics.setUserId(user?.id ?? null);
   */
  setUserId(id: string | null): void;
}

/** In characters: what the service accepts. */
const MAX_USER_ID_LENGTH = 256;

/** No database takes these as text: NUL, and half of a surrogate pair, which is left when an app cuts a text short. */
const NO_TEXT = /[\0\ud800-\udfff]/u;

const names = new Set<unknown>(Object.values(LinkEventNames));

export function createLinkAnalytics(log: Log, outbox: Outbox): LinkAnalytics {
  return {
    logEvent(eventName, data) {
      if (!names.has(eventName)) {
        const given: unknown = eventName;
        // It is cut short, as it may be anything, and never turned into text, which could throw.
        log.error('logEvent', __DEV__ && typeof given === 'string' ? JSON.stringify(given.slice(0, 40)) : typeof given);
        return;
      }
      outbox.log(eventName, dataJson(eventName, data, log));
    },

    setUserId(id) {
      const given: unknown = id ?? '';
      const isId = typeof given === 'string' && given.length <= MAX_USER_ID_LENGTH && !NO_TEXT.test(given);
      // An id that can't be used must not leave the events to whoever was signed in before.
      outbox.setUserId(isId ? given || undefined : undefined);
      if (!isId) log.error('setUserId', 'no id is set');
    },
  };
}
