import { z } from 'zod';
import { createRateLimiter, type RateLimiter } from '../../flow/createRateLimiter.ts';
import type { Database } from '../../storage/Database.ts';
import type { RateLimit } from '../../values/rateLimits.ts';

/** Counts of this time are sent together, so the other instances are this much behind. */
const TELL_EVERY_MS = 50;

/** A notice of PostgreSQL has at most 8,000 bytes, and an entry has at most 180. */
const ENTRIES_IN_NOTICE = 40;

/** An entry: the name of a limit, the caller, and what its requests cost. */
const entrySchema = z.tuple([z.string(), z.string(), z.number().positive()]);

const noticeSchema = z.object({ from: z.string(), entries: z.array(entrySchema) });

/** Null for what is no notice of ours, such as one of a future version. */
function readNotice(text: string): z.output<typeof noticeSchema> | null {
  try {
    return noticeSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export type CreateLimiter = (name: string, limit: RateLimit) => RateLimiter['admit'];

/**
 * Limits that instances count together. Each instance decides by what it knows, without asking the others, and tells
 * them now and then what it has admitted. If the database can't pass that on, each instance counts for itself.
 */
export function createLimiters({ tell, onTold }: Database, clock: () => number): CreateLimiter {
  const self = crypto.randomUUID();
  const limiters = new Map<string, RateLimiter>();
  let waiting: z.output<typeof entrySchema>[] = [];

  function send(): void {
    const entries = waiting;
    waiting = [];
    const notices: string[] = [];
    for (let start = 0; start < entries.length; start += ENTRIES_IN_NOTICE) {
      notices.push(JSON.stringify({ from: self, entries: entries.slice(start, start + ENTRIES_IN_NOTICE) }));
    }
    tell(notices).catch(() => {});
  }

  onTold((text) => {
    const notice = readNotice(text);
    if (!notice || notice.from === self) return;
    for (const [name, caller, cost] of notice.entries) limiters.get(name)?.count(caller, cost);
  });

  return (name, limit) => {
    const limiter = createRateLimiter(limit, clock, (caller, cost) => {
      if (waiting.length === 0) setTimeout(send, TELL_EVERY_MS);
      waiting.push([name, caller, cost]);
    });
    limiters.set(name, limiter);
    return limiter.admit;
  };
}
