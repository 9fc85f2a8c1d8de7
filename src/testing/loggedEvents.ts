import { outbox } from '../app';

/** An event as it would be sent. */
export interface LoggedEvent {
  /** The event's id, by which the service drops repeats. */
  id: string;
  /** One of `LinkEventNames`, or your own name. */
  name: string;
  /** The event's data, if it had any. */
  data?: unknown;
  /** The id that was set with `setUserId`. */
  userId?: string;
  /** The time of the call, in ISO 8601. */
  timestamp: string;
}

/** Returns the events logged since the last `clearLoggedEvents()` and not sent yet, oldest first. */
export function loggedEvents(): LoggedEvent[] {
  return outbox.queue.peek().map(({ json }) => JSON.parse(json) as LoggedEvent);
}

/** Forgets all logged events that haven't been sent. */
export function clearLoggedEvents(): void {
  outbox.queue.clear();
}
