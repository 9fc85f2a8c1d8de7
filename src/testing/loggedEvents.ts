import { MAX_EVENTS } from '../core/eventQueue';
import { outbox } from '../app';

/** An event as it would be sent. */
export interface LoggedEvent {
  id: string;
  /** A member of `LinkEventNames`, or a name of the app's own. */
  name: string;
  data?: unknown;
  /** The id that `setUserId` was given. */
  userId?: string;
  /** ISO 8601. */
  timestamp: string;
}

/** The events that were logged since the last `clearLoggedEvents()` and that no real provider has sent, oldest first. */
export function loggedEvents(): LoggedEvent[] {
  return outbox.queue.peek(MAX_EVENTS).map(({ json }) => JSON.parse(json) as LoggedEvent);
}

export function clearLoggedEvents(): void {
  outbox.queue.clear();
}
