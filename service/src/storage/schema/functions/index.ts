import * as addAttempts from './addAttempts.ts';
import * as addClicks from './addClicks.ts';
import * as addDeviceReports from './addDeviceReports.ts';
import * as addEvents from './addEvents.ts';
import * as addInstall from './addInstall.ts';
import * as addOpens from './addOpens.ts';
import * as addServerEvents from './addServerEvents.ts';
import * as arrival from './arrival.ts';
import * as claimClicks from './claimClicks.ts';
import * as conceal from './conceal.ts';
import * as countFacts from './countFacts.ts';
import * as dayOf from './dayOf.ts';
import * as deleteClicks from './deleteClicks.ts';
import * as deleteDeliveries from './deleteDeliveries.ts';
import * as deleteEvents from './deleteEvents.ts';
import * as exportRows from './exportRows.ts';
import * as forgetInstall from './forgetInstall.ts';
import * as groupNames from './groupNames.ts';
import * as keepEventIds from './keepEventIds.ts';
import * as keys from './keys.ts';
import * as linkEvents from './linkEvents.ts';
import * as locks from './locks.ts';
import * as noteBuyers from './noteBuyers.ts';
import * as tellWebhooks from './tellWebhooks.ts';

/**
 * What visitors, phones and servers send is stored by functions in the database: a call is a whole transaction in one
 * round trip. Each is one text, which psql takes as it is. The first parameter of those that read tables is the app, so
 * a database that keeps its apps on several servers runs them where the app is (`service/citus.md`).
 *
 * During an update old and new instances run side by side, so after the first release a function whose parameters or
 * columns change gets a new name: older instances call the old one. Those of a file come by their names, and one in
 * LANGUAGE sql has to stand behind those it uses.
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
  addAttempts,
  addClicks,
  addDeviceReports,
  addEvents,
  addInstall,
  addOpens,
  addServerEvents,
  arrival,
  claimClicks,
  conceal,
  countFacts,
  dayOf,
  deleteClicks,
  deleteDeliveries,
  deleteEvents,
  exportRows,
  forgetInstall,
  groupNames,
  keepEventIds,
  keys,
  linkEvents,
  locks,
  noteBuyers,
  tellWebhooks,
].flatMap((file) => Object.values<string>(file));
