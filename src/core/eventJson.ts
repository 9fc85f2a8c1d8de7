/** Twice what any of the eighteen events needs; a queue of a thousand such still fits on a phone. */
const MAX_DATA_LENGTH = 32 * 1024;

/** `json` is `undefined` where there is nothing to send; `problem` says what was left out. */
interface DataJson {
  json: string | undefined;
  problem: string | null;
}

/** The JSON text of an event's data. What JSON can't hold is left out, never thrown. */
export function dataJson(data: unknown): DataJson {
  let problem: string | null = null;
  let json: string | undefined;
  try {
    json = JSON.stringify(data, (key, value: unknown) => {
      const type = typeof value;
      if (type !== 'function' && type !== 'symbol' && type !== 'bigint') return value;
      problem = `a ${type}${key && ` at "${key}"`} is not JSON and was left out`;
      return undefined;
    }) as string | undefined;
  } catch (error) {
    return { json: undefined, problem: `its data is not JSON and was left out (${String(error)})` };
  }
  return json !== undefined && json.length > MAX_DATA_LENGTH
    ? { json: undefined, problem: `its data is over ${MAX_DATA_LENGTH / 1024} KiB and was left out` }
    : { json, problem };
}

/** The text of a whole event, as it is stored and sent. */
export function eventJson(id: string, name: string, now: number, data: string | undefined): string {
  const event = JSON.stringify({ id, name, timestamp: new Date(now).toISOString() });
  return data === undefined ? event : `${event.slice(0, -1)},"data":${data}}`;
}
