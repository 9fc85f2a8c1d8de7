// What visitors, phones and servers send is stored by functions in the database: a call is a whole transaction in one
// round trip. Each function is one string, which psql takes as it is. The first parameter of functions that read tables
// is the app, so a database that keeps its apps on several servers runs them where the app is (`service/citus.md`).
//
// During an update old and new instances run side by side, so after the first release a function whose parameters or
// columns change gets a new name: older instances call the old one. Functions are created in alphabetical order of the
// names exported here, and one in LANGUAGE sql has to come behind those it uses.
//
// `SET plan_cache_mode = force_custom_plan`: PostgreSQL would keep a plan made for an empty table, which is bad once
// the table has thousands of rows. `SET enable_seqscan = off`: what runs for every request may keep its plan (planning
// took a fifth of the time), so each row must be reached by an index, whatever the tables looked like when the plan was
// made. Functions that only other functions call have neither, and inherit the caller's settings.
//
// Citus refuses some statements that PostgreSQL takes: several CTEs that write; RETURNING INTO that finds no row (loop
// over the rows); a STABLE function of a column in UPDATE (read it before); CASE column WHEN value (write CASE WHEN
// column = value); a function that reads tables, called FROM another table or with an ARRAY of one (put its arguments
// into variables first), or in LANGUAGE sql; a row as a whole (write ROW(events.*)::events); and now() in RETURNING
// (read it afterwards).

export * from './addAttempts.ts';
export * from './addClicks.ts';
export * from './addDeviceReports.ts';
export * from './addEvents.ts';
export * from './addInstall.ts';
export * from './addOpens.ts';
export * from './addServerEvents.ts';
export * from './arrival.ts';
export * from './claimClicks.ts';
export * from './conceal.ts';
export * from './countFacts.ts';
export * from './dayOf.ts';
export * from './deleteClicks.ts';
export * from './deleteDeliveries.ts';
export * from './deleteEvents.ts';
export * from './exportRows.ts';
export * from './forgetInstall.ts';
export * from './groupNames.ts';
export * from './keepEventIds.ts';
export * from './keys.ts';
export * from './linkEvents.ts';
export * from './locks.ts';
export * from './noteBuyers.ts';
export * from './tellWebhooks.ts';
