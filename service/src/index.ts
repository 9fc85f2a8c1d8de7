// For programs that mount the service in their own server, as the example's lab does.
export { readEnvironment, type Settings } from './config/readEnvironment.ts';
export type { ClickFacts } from './matching/ClickFacts.ts';
export { createLink, createLinks } from './operations/createLink.ts';
export { createService } from './routes/createService.ts';
export type { Connection } from './routes/ServiceEnv.ts';
export type { ServiceOptions } from './routes/ServiceOptions.ts';
export { createNodeServer } from './server/createNodeServer.ts';
export { listen } from './server/listen.ts';
export { openDatabase, type OpenDatabaseOptions } from './server/openDatabase.ts';
export { readDashboard } from './server/readDashboard.ts';
export { changeApp, findApp } from './storage/company/apps.ts';
export type { Database, Queries } from './storage/base/Database.ts';
