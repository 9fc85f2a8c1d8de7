import { createNodeServer, listen, openDatabase, readDashboard, type Settings } from '../../../service/src/index.ts';
import { createLabServer } from './createLabServer';
import { seedShop } from './seedShop';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 8787;
const GRACE_MS = 500;

/** An embedded database takes some seconds to set up, but only at its very first start. */
const PATIENCE_MS = 1500;

export type LabOutcome =
  { kind: 'started'; url: string; close: () => Promise<void> } | { kind: 'failed'; reason: string };

/** The lab and the service behind one address. */
export async function startLab({ port = DEFAULT_PORT, database: options }: Settings['start']): Promise<LabOutcome> {
  const notice = setTimeout(() => console.log('Preparing the database…'), PATIENCE_MS);
  try {
    const database = await openDatabase(options);
    await seedShop(database.queries);

    const { server, stop } = createNodeServer(createLabServer(database, await readDashboard()).fetch);
    const listening = await listen(server, HOST, port);
    if (listening.kind === 'failed') {
      await database.close();
      return listening;
    }

    const close = async () => {
      // Browsers keep their connections open for minutes.
      await stop(GRACE_MS);
      await database.close();
    };
    return { kind: 'started', url: `http://${HOST}:${listening.port}`, close };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(notice);
  }
}
