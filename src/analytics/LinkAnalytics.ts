import { dataJson } from '../core/eventJson';
import type { Log } from '../ports';
import type { Outbox } from './outbox';
import { LinkEventNames } from './LinkEventNames';

/** Logs what people do, so the service can attribute it to a link. */
export interface LinkAnalytics {
  /**
   * Logs one event. Returns right away and never throws. Once stored, the event is delivered at least once and in
   * order, even if it was logged offline or the app is killed. Nothing is stored before a provider mounts, so a
   * process that never mounts one, such as a background push handler, loses its events.
   *
   * @example
   * LinkAnalytics.logEvent(LinkEventNames.Purchase, { total: 59.9, currency: 'EUR' });
   * LinkAnalytics.logEvent('sign_up');
   */
  logEvent(eventName: LinkEventNames, data?: unknown): void;
  /**
   * Logs one event of your own, like `logEvent`. Its name has 1 to 40 characters of `a-z`, `0-9` and `_`, begins with a
   * letter, doesn't begin with `link_`, and isn't one of `LinkEventNames`.
   *
   * @example
   * LinkAnalytics.logCustomEvent('level_reached', { level: 9 });
   */
  logCustomEvent(name: string, data?: unknown): void;
  /**
   * Puts your own user id on every event logged from now on. Pass `null` when the person signs out. The id is kept in
   * memory only, so call this at each launch; `consent: 'denied'` removes it.
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

/** What the service takes, too. The prefix is kept for names that we may need later. */
const CUSTOM_NAME = /^(?!link_)[a-z][a-z\d_]{0,39}$/;

const isCustom = (name: unknown) => typeof name === 'string' && CUSTOM_NAME.test(name) && !names.has(name);

export function createLinkAnalytics(log: Log, outbox: Outbox, adviseOnWeb: (door: string) => void): LinkAnalytics {
  function logNamed(door: 'logEvent' | 'logCustomEvent', isKnown: boolean, name: string, data: unknown) {
    if (isKnown) return outbox.log(name, dataJson(name, data, log));
    // It is cut short, as it may be anything, and never turned into text, which could throw.
    log.error(door, __DEV__ && typeof (name as unknown) === 'string' ? JSON.stringify(name.slice(0, 41)) : typeof name);
  }

  return {
    logEvent: (eventName, data) => logNamed('logEvent', names.has(eventName), eventName, data),

    logCustomEvent(name, data) {
      if (__DEV__) adviseOnWeb('LinkAnalytics.logCustomEvent');
      logNamed('logCustomEvent', isCustom(name), name, data);
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
