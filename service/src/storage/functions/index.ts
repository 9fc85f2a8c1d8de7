import { addEvents } from './addEvents.ts';
import { addInstall } from './addInstall.ts';
import { addOpens } from './addOpens.ts';
import { attributeEvents } from './attributeEvents.ts';
import { claimClicks } from './claimClicks.ts';
import type { SqlFunction } from './SqlFunction.ts';
import { tellChange } from './tellChange.ts';
import { wordsOfApp } from './wordsOfApp.ts';

/**
 * What phones send is stored by functions in the database: a call is a whole transaction in one round trip, and plans
 * no more than it needs.
 */
export const functions: readonly SqlFunction[] = [
  tellChange,
  wordsOfApp,
  attributeEvents,
  addOpens,
  addInstall,
  claimClicks,
  addEvents,
];
