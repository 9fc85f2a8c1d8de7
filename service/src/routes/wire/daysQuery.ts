import { z } from '@hono/zod-openapi';
import { createCalendar, nextDay, startOfDay } from '../../values/days.ts';
import { problemBody } from './problems.ts';
import { plainText } from './schemas.ts';

const DEFAULT_DAYS = 30;
/** As long as events are kept by default. */
const MAX_DAYS = 400;
const MAX_TIMEZONE_LENGTH = 64;

const dateSchema = z.iso
  .date()
  .refine((day) => day >= '1970-01-02' && day < '9999-01-01', 'must be between 1970 and 9999');

/** For every endpoint whose answer is about some days. */
export const daysQuerySchema = z.object({
  from: dateSchema.optional().openapi({
    description: 'The first day; by default, the 30 days up to `to` are covered.',
    example: '2026-01-01',
  }),
  to: dateSchema.optional().openapi({
    description: 'The last day; by default today.',
    example: '2026-01-30',
  }),
  timezone: plainText(MAX_TIMEZONE_LENGTH).optional().openapi({
    description: 'The time zone in which days begin and end; an IANA name. By default the app’s.',
    example: 'Europe/Vienna',
  }),
});

export type DaysQuery = z.output<typeof daysQuerySchema>;

type DaysOutcome =
  | {
      kind: 'days';
      from: string;
      to: string;
      timezone: string;
      start: Date;
      end: Date;
      dayOf: (time: number) => string;
    }
  | { kind: 'invalid'; field: string; message: string };

export function readDays(
  { from, to, timezone = 'UTC' }: DaysQuery,
  now: number,
  dayOf = createCalendar(timezone)
): DaysOutcome {
  if (!dayOf) return { kind: 'invalid', field: 'timezone', message: 'must be an IANA time zone such as Europe/Vienna' };
  const last = to ?? (from === undefined || from <= dayOf(now) ? dayOf(now) : from);
  const first = from ?? nextDay(last, 1 - DEFAULT_DAYS);
  if (first > last) return { kind: 'invalid', field: 'from', message: 'must not be after to' };
  if (nextDay(first, MAX_DAYS) <= last)
    return { kind: 'invalid', field: 'from', message: `may be at most ${MAX_DAYS} days before to` };
  const start = new Date(startOfDay(first, dayOf));
  const end = new Date(startOfDay(nextDay(last), dayOf));
  return { kind: 'days', from: first, to: last, timezone, start, end, dayOf };
}

export function answerInvalidField(field: string, message: string) {
  return problemBody('invalid_request', `These fields are not valid: ${field}`, [{ name: field, message }]);
}
