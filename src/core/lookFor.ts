import type { Clock } from '../ports';
import type { Trace } from './trace';
import { within } from './within';

/** Asks once, `ms` at the most, and tells what came of it; `read` makes sense of the answer, or none. */
export async function lookFor<T>(
  done: ReturnType<Trace>,
  clock: Clock,
  ms: number,
  ask: () => unknown,
  read: (answer: unknown) => T | null,
  noneReason?: string
): Promise<T | null> {
  const answer = await within(clock, ms, ask);
  const found = answer.ok ? read(answer.value) : null;
  if (!answer.ok) done('failed', answer.reason);
  else if (found) done('found');
  else done('none', noneReason);
  return found;
}
