import type { Log } from '../ports';
import { attempt } from './attempt';
import { reasonOf } from './reasonOf';

/** In characters: twice what any of the eighteen events needs. */
const MAX_DATA_LENGTH = 32 * 1024;

/** The JSON text of an event's data, if it has any. What JSON can't hold is left out, never thrown. */
export function dataJson(eventName: string, data: unknown, log: Pick<Log, 'advise'>): string | undefined {
  let problem = '';
  let json: string | undefined;
  try {
    json = JSON.stringify(data, (key, value: unknown) => {
      const type = typeof value;
      if (__DEV__ && (type === 'function' || type === 'symbol' || type === 'bigint'))
        problem = `a ${type}${key && ` at "${key}"`} is not JSON and was left out`;
      // JSON leaves functions and symbols out by itself, but throws at a bigint.
      return type === 'bigint' ? undefined : value;
    });
    if (json && json.length > MAX_DATA_LENGTH) {
      json = undefined;
      if (__DEV__) problem = `its data is over ${MAX_DATA_LENGTH / 1024} KiB and was left out`;
    }
  } catch (error) {
    if (__DEV__) problem = `its data is not JSON and was left out (${reasonOf(error)})`;
  }
  if (__DEV__ && problem) log.advise(`The event ${eventName} was logged, but ${problem}.`);
  return json;
}

/** A time in ISO 8601; `null` for one that no date can hold. `toJSON` is not used, as some apps replace it. */
export const isoTime = (ms: number) => attempt(() => new Date(ms).toISOString()) ?? null;

/** The text of a whole event, as it is stored and sent. */
export function eventJson(
  { now, ...facts }: { id: string; name: string; now: number; userId: string | undefined },
  data: string | undefined
): string {
  const event = JSON.stringify({ ...facts, timestamp: isoTime(now) });
  return data === undefined ? event : `${event.slice(0, -1)},"data":${data}}`;
}
