import type { Person } from './population.ts';
import type { Random } from './random.ts';
import type { Happening, Visit } from './simulate.ts';
import { HOUR_MS, SECOND_MS } from '../../src/values/durations.ts';

/** What an attacker sends who has the app's publishable key. */
export interface Attack {
  /** Installs that nobody made, to make links look rare; or clicks and their installs, to make them look certain. */
  kind: 'installs' | 'pairs';
  /** One IPv6 /48, or addresses all over the world. */
  from: 'one /48' | 'everywhere';
}

/** Of everything that the app receives. */
const SHARE = 0.2;

/** The attacker's clicks on networks that other people use, too, so that their installs get the attacker's link. */
const ON_SHARED_NETWORKS = 0.1;

/** Half of the made-up pairs are certain: a click id is as easy to send as a fingerprint. */
const CERTAIN = 0.5;

/** What a certain pair teaches wrongly: that people take so long, and that their browsers look like other phones. */
const WRONG_DELAY_MS = 10 * HOUR_MS;

const ATTACKERS_LINK = 'link-of-attacker';

/** What the attacker does while people do `honest`. */
export function planAttack(
  { kind, from }: Attack,
  honest: readonly Happening[],
  random: Random,
  newPerson: () => Person,
  end: number
): Happening[] {
  const count = (wanted: Happening['kind']) =>
    Math.round((honest.filter((each) => each.kind === wanted).length * SHARE) / (1 - SHARE));
  const at = () => random.next() * end;
  const byte = () => random.below(256);
  const word = () => random.below(65_536).toString(16);

  function attacker(): Person {
    const address =
      from === 'one /48' ? `2a0f:bad:1:${word()}::1` : `${90 + random.below(60)}.${byte()}.${byte()}.${byte()}`;
    return { ...newPerson(), clickAddress: address, startAddress: address };
  }

  const starts = count('start');
  if (kind === 'installs') {
    return Array.from({ length: starts }, (): Happening => {
      return { at: at(), kind: 'start', person: attacker(), visit: null, madeUp: 'likely' };
    });
  }
  const pairs = Array.from({ length: starts }, (): Happening[] => {
    const person = attacker();
    const visit: Visit = { lastClick: null };
    const isCertain = random.chance(CERTAIN);
    const clickedAt = at();
    const other = isCertain ? { ...person, browser: newPerson().browser } : person;
    const delay = isCertain ? WRONG_DELAY_MS : 30 * SECOND_MS;
    return [
      { at: clickedAt, kind: 'click', person: other, code: ATTACKERS_LINK, visit, mayReport: true },
      { at: clickedAt + delay, kind: 'start', person, visit, madeUp: isCertain ? 'certain' : 'likely' },
    ];
  });
  const clicks = Array.from({ length: Math.max(0, count('click') - starts) }, (): Happening => {
    const person = random.chance(ON_SHARED_NETWORKS) ? newPerson() : attacker();
    return { at: at(), kind: 'click', person, code: ATTACKERS_LINK, visit: null, mayReport: true };
  });
  return [...pairs.flat(), ...clicks];
}
