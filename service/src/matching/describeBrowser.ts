import { networkOf, wideNetworkOf } from '../values/address.ts';
import { canonicalTimezone } from './canonicalTimezone.ts';
import type { ClickFacts } from './ClickFacts.ts';
import { readUserAgent, type AgentFacts } from './readUserAgent.ts';

/** What is kept with a click, so a match needs neither addresses nor agents. Networks are stored as hashes. */
export function describeBrowser(
  facts: ClickFacts
): ClickFacts & AgentFacts & { network: string | null; wideNetwork: string | null } {
  const network = facts.address === null ? null : networkOf(facts.address);
  return {
    ...facts,
    ...readUserAgent(facts.userAgent),
    network,
    wideNetwork: network === null ? null : wideNetworkOf(network),
    timezone: facts.timezone === null ? null : canonicalTimezone(facts.timezone),
  };
}
