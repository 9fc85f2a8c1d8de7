import type { ClickFacts } from './ClickFacts.ts';
import type { AgentFacts } from './readUserAgent.ts';

/** The facts of a click, ready to be compared: with what the agent says, and the time zone by its canonical name. */
export type BrowserFacts = Omit<AgentFacts, 'browser'> & Omit<ClickFacts, 'address'>;
