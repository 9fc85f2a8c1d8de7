import { networkOf } from '../values/address.ts';
import { canonicalTimezone } from './canonicalTimezone.ts';
import type { ClickFacts } from './ClickFacts.ts';
import { readUserAgent, type AgentFacts } from './readUserAgent.ts';

/** What is kept with a click, so that a match has to read neither addresses nor agents. */
export function describeBrowser(facts: ClickFacts): ClickFacts & AgentFacts & { network: string | null } {
  return {
    ...facts,
    ...readUserAgent(facts.userAgent),
    network: facts.address === null ? null : networkOf(facts.address),
    timezone: facts.timezone === null ? null : canonicalTimezone(facts.timezone),
  };
}
