/// <reference lib="webworker" />
import databaseUrl from '../../dist/database/files.bin?url';
import { databaseOf, openPglite } from '../../../service/src/server/openPglite.ts';
import { createLabService, type LabService } from '../service/createLabService';
import { createSignIn } from './createSignIn';
import { databaseNameOf, deleteFiles, resultOf } from './files';
import { nameOf, type ServiceMessage, type ServiceRequest, type WorkerReport } from './messages';

/** The page names the worker after the folder that the lab is in. */
const name = nameOf(self.name);
const channel = new BroadcastChannel(name);
const tell = (message: ServiceMessage) => channel.postMessage(message);

/** Each build has its own files: an older database may have other tables. */
const folder = `${name} ${databaseUrl.split('/').at(-1) ?? ''}`;

/** PGlite stores its files in one transaction. A tab that was closed before its end has left a store without any. */
async function isStored(): Promise<boolean> {
  if (!(await indexedDB.databases()).some(({ name: idb }) => idb === databaseNameOf(folder))) return false;
  const idb = await resultOf(indexedDB.open(databaseNameOf(folder)));
  try {
    const [store] = idb.objectStoreNames;
    return store !== undefined && (await resultOf(idb.transaction(store).objectStore(store).count())) > 0;
  } finally {
    idb.close();
  }
}

async function openFiles(isNew: boolean) {
  // Under a name that tells what it is, however the site's host calls it.
  const loadDataDir = isNew && new File([await (await fetch(databaseUrl)).blob()], 'database.tar.gz');
  return databaseOf(
    await openPglite({
      dataDir: `idb://${folder}`,
      relaxedDurability: true,
      ...(loadDataDir && { loadDataDir }),
    })
  );
}

async function open() {
  if (!(await isStored())) {
    await resultOf(indexedDB.deleteDatabase(databaseNameOf(folder)));
    return openFiles(true);
  }
  return openFiles(false).catch((error: unknown) => {
    // They are deleted as soon as nobody has them open, which is when this page is left.
    void resultOf(indexedDB.deleteDatabase(databaseNameOf(folder)));
    throw new Error('its files are damaged; load the page again to begin anew', { cause: error });
  });
}

/** Browsers give these no body. */
const hasBody = (status: number) => status !== 204 && status !== 304;

async function answer(service: LabService, message: ServiceRequest): Promise<void> {
  const { id, method, path, headers, body, referrer } = message;
  const request = new Request(new URL(path, 'http://localhost'), { method, headers, body });
  const response = await service(request, referrer, { address: '127.0.0.1' });
  tell({
    kind: 'answer',
    id,
    status: response.status,
    headers: [...response.headers],
    body: hasBody(response.status) ? await response.arrayBuffer() : null,
  });
}

async function serve(): Promise<void> {
  const service = createSignIn(createLabService({ database: await open() }));
  channel.onmessage = ({ data }: MessageEvent<ServiceMessage>) => {
    if (data.kind === 'request') void answer(service, data);
  };
  tell({ kind: 'open' });
  void deleteFiles(name, folder);
}

try {
  // Of all tabs with a lab, one has the lock. When its worker ends, another goes on.
  await navigator.locks.request(name, async () => {
    await serve();
    await new Promise(() => {});
  });
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  self.postMessage({ kind: 'failed', reason } satisfies WorkerReport);
}
