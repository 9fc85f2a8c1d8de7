import { setTimeout as pause } from 'node:timers/promises';
import { until } from './until.mjs';

const HEADERS = { Authorization: 'Bearer sk_demo_local', 'X-App-ID': 'demo-shop' };
/** The most that one page of a list has; a story makes a few. */
const NEWEST = 200;
/** What comes once too often comes within this time: events are sent at most ten seconds after one another. */
const AGAIN_MS = 12_000;

/** Emulators have no Google Play account, and some no Google Play: the answer says nothing about the library. */
const MAY_FAIL = ['referrer'];

/** What a device check that drove itself has sent: its report as text, and its steps. */
export async function readResult(url) {
  const response = await fetch(`${url}/lab/device-check`);
  return response.ok ? response.json() : null;
}

/**
 * What a flow may expect of the service, which is asked as an operator asks it.
 * @param url Where the service is.
 * @param since Only what came after this moment counts: the month before it is made up.
 */
export function createExpectations(url, since, { patienceMs, againMs = AGAIN_MS } = {}) {
  async function list(kind, at, path = kind) {
    const response = await fetch(`${url}/api/${path}?limit=${NEWEST}`, { headers: HEADERS });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json())[kind].filter((entry) => Date.parse(entry[at]) >= since);
  }
  const attempts = () => list('attempts', 'attemptedAt', 'match-attempts');
  const events = () => list('events', 'receivedAt');

  /** The answer becomes the wanted one, and stays so. */
  async function holds(wanted, ask) {
    await until(wanted, ask, patienceMs);
    await pause(againMs);
    await until(wanted, ask, 0);
  }

  return {
    /** `clicks 1` */
    clicks: (count) => holds(count, async () => (await list('clicks', 'createdAt')).length),

    /** `match fingerprint`: one attempt, and what it was matched by. `match none`: one attempt that found nothing. */
    match: (by) => holds(by, async () => (await attempts()).map(({ matchedBy }) => matchedBy ?? 'none')),

    /** `attempts 0` */
    attempts: (count) => holds(count, async () => (await attempts()).length),

    /** `event add_to_cart`: it came, and came once. */
    event: (name) => holds('1', async () => (await events()).filter((event) => event.name === name).length),

    /** `result`: the device check has sent one, and no step failed. */
    async result() {
      const failed = ((await readResult(url))?.steps ?? [{ id: 'no result', status: 'failed', found: 'none was sent' }])
        .filter(({ id, status }) => status === 'failed' && !MAY_FAIL.includes(id))
        .map(({ id, found }) => `${id}: ${found}`);
      if (failed.length > 0) throw new Error(failed.join('; '));
    },
  };
}
