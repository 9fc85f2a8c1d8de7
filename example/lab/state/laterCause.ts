import type { Cause } from './LabState';

/** The events in a body for `/events`. */
function eventNames(body: string | null): string[] {
  try {
    const { events } = JSON.parse(body ?? '') as { events: { name: string }[] };
    return events.map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The cause of an episode that begins with this step, or with a request to this path. */
export function laterCause(stepOrPath: string, body: string | null): Cause {
  if (stepOrPath.endsWith('events')) return { kind: 'events', names: eventNames(body) };
  return /create(Link)?$/.test(stepOrPath) ? { kind: 'sharing' } : { kind: 'retry' };
}
