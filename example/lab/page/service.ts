import { useSyncExternalStore } from 'react';

export type ServiceState =
  | { kind: 'starting' }
  | { kind: 'ready'; worksOffline: boolean }
  | { kind: 'failed'; reason: string };

/** Whether this page brings its own service, as it does from a static host. */
export const isInBrowser = import.meta.env.MODE === 'static';

let state: ServiceState = { kind: 'starting' };
const listeners = new Set<() => void>();

function become(next: ServiceState) {
  state = next;
  for (const listener of listeners) listener();
}

function follow(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the page's frames may ask the service. */
export const useService = () => useSyncExternalStore(follow, () => state);

const loadBrowser = () => import('../browser/startService');

const fail = (reason: string) => become({ kind: 'failed', reason });

/** Starts the service in this browser if the page comes from a static host; else the page's own server runs it. */
export async function startService() {
  try {
    if (!isInBrowser) return become({ kind: 'ready', worksOffline: false });
    const browser = await loadBrowser();
    await browser.startService(fail);
    become({ kind: 'ready', worksOffline: false });
    await browser.storePage();
    become({ kind: 'ready', worksOffline: true });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** Deletes what the service stored, if it runs in this browser. A server keeps what it has. */
export function forgetData() {
  if (isInBrowser) void loadBrowser().then((browser) => browser.forgetData(fail));
}
