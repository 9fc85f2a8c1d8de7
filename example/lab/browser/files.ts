/** What PGlite calls the database in which the browser keeps a folder. */
export const databaseNameOf = (folder: string) => `/pglite/${folder}`;

export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB gives no reason.'));
  });

/** Deletes the files of a service, of every build or of all but one. Waits until nobody has them open. */
export async function deleteFiles(service: string, keptFolder?: string): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const old = names.filter(
    (name) =>
      name.startsWith(databaseNameOf(`${service} `)) &&
      (keptFolder === undefined || name !== databaseNameOf(keptFolder))
  );
  await Promise.all(old.map((name) => resultOf(indexedDB.deleteDatabase(name))));
}
