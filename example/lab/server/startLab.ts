import { createNodeServer, listen, openDatabase, readDashboard, type Settings } from '../../../service/src/index.ts';
import { createLabService } from '../service/createLabService';
import { seedShop } from '../service/seedShop';
import { createLabServer } from './createLabServer';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 8787;
const GRACE_MS = 500;

/** An embedded database takes some seconds to set up, but only at its very first start. */
const PATIENCE_MS = 1500;

export type LabOutcome =
  /** The page is there; `ready` resolves when the service behind it is, too. */
  | { kind: 'started'; url: string; ready: Promise<unknown>; close: () => Promise<void> }
  | { kind: 'failed'; reason: string };

async function openShop(options: Settings['start']['database']) {
  const notice = setTimeout(() => console.log('Preparing the database…'), PATIENCE_MS);
  try {
    const database = await openDatabase(options);
    await seedShop(database.queries, Date.now());
    return { service: createLabService({ database, dashboard: await readDashboard() }), close: database.close };
  } finally {
    clearTimeout(notice);
  }
}

/** The lab and the service behind one address. The page doesn't wait for the database: whoever opens it reads first. */
export async function startLab({ port = DEFAULT_PORT, database: options }: Settings['start']): Promise<LabOutcome> {
  let opening: ReturnType<typeof openShop> | undefined;
  const open = () => (opening ??= openShop(options));
  const { server, stop } = createNodeServer(createLabServer(async () => (await open()).service).fetch);
  const listening = await listen(server, HOST, port);
  if (listening.kind === 'failed') return listening;

  const close = async () => {
    // Browsers keep their connections open for minutes.
    await stop(GRACE_MS);
    const shop = await open().catch(() => null);
    await shop?.close();
  };
  return { kind: 'started', url: `http://${HOST}:${listening.port}`, ready: open(), close };
}
