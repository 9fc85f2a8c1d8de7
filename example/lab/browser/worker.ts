/// <reference lib="webworker" />
import databaseUrl from '../../dist/database/files.bin?url';
import { databaseOf, openPglite } from '../../../service/src/server/openPglite.ts';
import { createLabService, type LabService } from '../service/createLabService';
import { createSignIn } from './createSignIn';
import { nameOf, type ServiceMessage, type ServiceRequest, type WorkerReport } from './messages';

/** The page names the worker after the folder that the lab is in. */
const name = nameOf(self.name);
const channel = new BroadcastChannel(name);
const tell = (message: ServiceMessage) => channel.postMessage(message);

/** Each build has its own files: an older database may have other tables. */
const folder = `${name} ${databaseUrl.split('/').at(-1) ?? ''}`;

const idbName = (files: string) => `/pglite/${files}`;

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB gives no reason.'));
  });

const deleteDatabase = (idb: string) => resultOf(indexedDB.deleteDatabase(idb));

async function deleteOtherBuilds(): Promise<void> {
  const found = await indexedDB.databases();
  const old = found.flatMap(({ name: idb = '' }) =>
    idb.startsWith(idbName(`${name} `)) && idb !== idbName(folder) ? [idb] : []
  );
  await Promise.all(old.map(deleteDatabase));
}

/** PGlite stores its files in one transaction. A tab that was closed before its end has left a store without any. */
async function isStored(): Promise<boolean> {
  if (!(await indexedDB.databases()).some(({ name: idb }) => idb === idbName(folder))) return false;
  const idb = await resultOf(indexedDB.open(idbName(folder)));
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
    await deleteDatabase(idbName(folder));
    return openFiles(true);
  }
  return openFiles(false).catch((error: unknown) => {
    // They are deleted as soon as nobody has them open, which is when this page is left.
    void deleteDatabase(idbName(folder));
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

/** Runs the service until this tab is closed, or the data is to be deleted. */
async function serve(): Promise<void> {
  const database = await open();
  const service = createSignIn(createLabService({ database }));
  const over = new Promise<void>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<ServiceMessage>) => {
      if (data.kind === 'request') void answer(service, data);
      if (data.kind === 'forget') resolve();
    };
  });
  tell({ kind: 'open' });
  void deleteOtherBuilds();
  await over;
  channel.onmessage = null;
  await database.close();
  await deleteDatabase(idbName(folder));
}

try {
  // Of all tabs with a lab, one has the lock. When it is closed, another goes on.
  await navigator.locks.request(name, async () => {
    for (;;) await serve();
  });
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  self.postMessage({ kind: 'failed', reason } satisfies WorkerReport);
}
