import { addAttempts } from './addAttempts.ts';
import { addClicks } from './addClicks.ts';
import { addDeviceReports } from './addDeviceReports.ts';
import { addEvents } from './addEvents.ts';
import { addInstall } from './addInstall.ts';
import { addOpens } from './addOpens.ts';
import { addServerEvents } from './addServerEvents.ts';
import { arrival } from './arrival.ts';
import { attributeEvents } from './attributeEvents.ts';
import { claimClicks } from './claimClicks.ts';
import { countBuyers } from './countBuyers.ts';
import { countReturns } from './countReturns.ts';
import { conceal, networkKey } from './conceal.ts';
import { deleteClicks } from './deleteClicks.ts';
import { deleteDeliveries } from './deleteDeliveries.ts';
import { deleteEvents } from './deleteEvents.ts';
import { exportEpoch } from './exportEpoch.ts';
import { exportRows } from './exportRows.ts';
import { forgetFacts } from './forgetFacts.ts';
import { forgetInstall } from './forgetInstall.ts';
import { groupNames } from './groupNames.ts';
import { eventKey, keepEventIds } from './keepEventIds.ts';
import type { SqlFunction } from './SqlFunction.ts';
import { tellLinkChanges } from './tellWebhooks.ts';
import { wordsOfApp } from './wordsOfApp.ts';

/**
 * What visitors, phones and servers send is stored by functions in the database: a call is a whole transaction in one
 * round trip. Each call is for one app, which is the first parameter. So a database that keeps its apps on several servers
 * runs it where the app is.
 */
export const functions: readonly SqlFunction[] = [
  conceal,
  networkKey,
  wordsOfApp,
  arrival,
  eventKey,
  keepEventIds,
  groupNames,
  tellLinkChanges,
  countBuyers,
  countReturns,
  attributeEvents,
  addClicks,
  addDeviceReports,
  addAttempts,
  addOpens,
  addInstall,
  claimClicks,
  addEvents,
  addServerEvents,
  forgetFacts,
  forgetInstall,
  deleteDeliveries,
  deleteEvents,
  deleteClicks,
  exportEpoch,
  exportRows,
];
