import type { Queries } from '../storage/base/Database.ts';
import { findSetting, setSetting } from '../storage/company/settings.ts';
import { HOUR_MS } from '../values/durations.ts';

const SETTING = 'retention_clock';

/** A service that stands still for longer is as rare as a wrong clock. */
const MAX_PAUSE_MS = 7 * 24 * HOUR_MS;

/** A little less than a day, so a daily check doesn't come too early. */
const CONFIRMED_AFTER_MS = 20 * HOUR_MS;

interface Seen {
  /** What the clock said when it was last trusted; null if it never was. */
  trusted: number | null;
  /** What the clock said when it was first doubted; null if it is not in doubt. */
  doubted: number | null;
}

function readSeen(text: string | null): Seen {
  const seen = text === null ? null : (JSON.parse(text) as Partial<Seen>);
  return { trusted: seen?.trusted ?? null, doubted: seen?.doubted ?? null };
}

export type ClockOutcome = 'trusted' | 'new' | 'jumped';

/**
 * Whether the clock may decide what is old. A clock that is more than a week ahead of when it was last trusted may have
 * jumped by years, and everything would be deleted. So it has to stay near its new time for a day before it is trusted.
 * The same goes for the first time. If several instances run, one whose clock is right keeps the others in doubt.
 */
export async function confirmClock(queries: Queries, now: number): Promise<ClockOutcome> {
  const { trusted, doubted } = readSeen(await findSetting(queries, SETTING));
  const isNear = trusted !== null && now - trusted <= MAX_PAUSE_MS;
  const doubtedMs = doubted === null ? 0 : now - doubted;
  const isConfirmed = doubtedMs >= CONFIRMED_AFTER_MS && doubtedMs <= MAX_PAUSE_MS;
  if (isNear || isConfirmed) {
    await setSetting(queries, SETTING, JSON.stringify({ trusted: now, doubted: null } satisfies Seen));
    return 'trusted';
  }
  // A young doubt stays; one that is too old, or lies in the future, begins again.
  const isWaiting = doubted !== null && doubtedMs >= 0 && doubtedMs < CONFIRMED_AFTER_MS;
  if (!isWaiting) await setSetting(queries, SETTING, JSON.stringify({ trusted, doubted: now } satisfies Seen));
  return trusted === null ? 'new' : 'jumped';
}
