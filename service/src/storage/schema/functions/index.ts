import { addAttempts } from './addAttempts.ts';
import * as clicking from './addClicks.ts';
import { addDeviceReports } from './addDeviceReports.ts';
import { addEvents } from './addEvents.ts';
import { addInstall } from './addInstall.ts';
import { addOpens } from './addOpens.ts';
import { addServerEvents } from './addServerEvents.ts';
import { arrival } from './arrival.ts';
import { claimClicks } from './claimClicks.ts';
import * as hiding from './conceal.ts';
import * as counting from './countFacts.ts';
import { dayOf } from './dayOf.ts';
import { deleteClicks } from './deleteClicks.ts';
import { deleteDeliveries } from './deleteDeliveries.ts';
import * as dropping from './deleteEvents.ts';
import { exportEpoch, exportRows, isoTime } from './exportRows.ts';
import * as forgetting from './forgetInstall.ts';
import { groupNames } from './groupNames.ts';
import * as identifying from './keepEventIds.ts';
import { audienceOf, originKey, originOf, platformKey, registerKeys, whoKey } from './keys.ts';
import * as linking from './linkEvents.ts';
import * as locking from './locks.ts';
import * as buying from './noteBuyers.ts';
import * as telling from './tellWebhooks.ts';

/**
 * What visitors, phones and servers send is stored by functions in the database: a call is a whole transaction in one
 * round trip. Each is one text, which psql takes as it is. The first parameter of those that read tables is the app, so
 * a database that keeps its apps on several servers runs them where the app is (`service/citus.md`).
 *
 * During an update old and new instances run side by side, so after the first release a function whose parameters or
 * columns change gets a new name: older instances call the old one. One in LANGUAGE sql stands behind those it uses. A
 * file whose functions may come in any order is listed as a whole.
 *
 * `SET plan_cache_mode = force_custom_plan`: PostgreSQL would keep a plan made for an empty table, which is bad once
 * the table has thousands of rows. `SET enable_seqscan = off`: what runs for every request may keep its plan (planning
 * took a fifth of the time), so each row must be reached by an index, whatever the tables looked like when the plan was
 * made. What only other functions call has neither, and gets that of its caller.
 *
 * Citus refuses some statements that PostgreSQL takes: several CTEs that write; RETURNING INTO that finds no row (loop
 * over the rows); a STABLE function of a column in UPDATE (read it before); CASE column WHEN value (write CASE WHEN
 * column = value); a function that reads tables, called FROM another table or with an ARRAY of one (put its arguments
 * into variables first), or in LANGUAGE sql; a row as a whole (write ROW(events.*)::events); and now() in RETURNING
 * (read it afterwards).
 */
export const functions: readonly string[] = [
  ...Object.values(hiding),
  originKey,
  whoKey,
  platformKey,
  originOf,
  audienceOf,
  registerKeys,
  ...Object.values(locking),
  arrival,
  dayOf,
  ...Object.values(identifying),
  groupNames,
  ...Object.values(telling),
  ...Object.values(counting),
  ...Object.values(buying),
  ...Object.values(linking),
  ...Object.values(clicking),
  addDeviceReports,
  addAttempts,
  addOpens,
  addInstall,
  claimClicks,
  addEvents,
  addServerEvents,
  ...Object.values(forgetting),
  deleteDeliveries,
  ...Object.values(dropping),
  deleteClicks,
  exportEpoch,
  isoTime,
  exportRows,
];
