import { addEvents } from './addEvents.ts';
import { addInstall } from './addInstall.ts';
import { addOpens } from './addOpens.ts';
import { addServerEvents } from './addServerEvents.ts';
import { attributeEvents } from './attributeEvents.ts';
import { claimClicks } from './claimClicks.ts';
import { conceal, concealAttempt, concealClick, networkKeyAt } from './conceal.ts';
import { groupNames } from './groupNames.ts';
import type { SqlFunction } from './SqlFunction.ts';
import { tellAppChange, tellChange, tellLinkChange } from './tellChange.ts';
import { wordsOfApp } from './wordsOfApp.ts';

/**
 * What phones and servers send is stored by functions in the database: a call is a whole transaction in one round trip, and plans
 * no more than it needs.
 */
export const functions: readonly SqlFunction[] = [
  tellChange,
  tellAppChange,
  tellLinkChange,
  conceal,
  networkKeyAt,
  concealClick,
  concealAttempt,
  wordsOfApp,
  groupNames,
  attributeEvents,
  addOpens,
  addInstall,
  claimClicks,
  addEvents,
  addServerEvents,
];
