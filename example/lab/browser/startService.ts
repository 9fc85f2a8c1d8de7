import { nameOf, type ServiceMessage, type WorkerReport } from './messages';

/** Longer than a service worker takes to begin; after a forced reload it never does. */
const CONTROLLED_WITHIN_MS = 3000;

/** The folder that the lab is in; the build puts this script into a folder below it. */
const script = import.meta.url;
const scope = new URL('..', script).href;

/** Resolves when a service worker answers what this page asks. */
export async function takeControl(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register(new URL('sw.js', scope));
  const { active } = await serviceWorker.ready;
  if (serviceWorker.controller) return;
  const controlled = new Promise<void>((resolve) =>
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  );
  active?.postMessage('claim');
  const late = setTimeout(() => window.location.reload(), CONTROLLED_WITHIN_MS);
  await controlled;
  clearTimeout(late);
}

/**
 * Runs the service in this browser: a service worker forwards what the page's frames ask to a worker with the service and
 * its database in it. Resolves when the database is open: whatever an app asks before may take longer than it waits.
 */
export async function startService(onFailure: (reason: string) => void): Promise<void> {
  await takeControl();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: scope });
  worker.onmessage = ({ data }: MessageEvent<WorkerReport>) => onFailure(data.reason);
  worker.onerror = ({ message }) => onFailure(message);
  await fetch(new URL('health', scope));
}

/** Deletes what the service stored, unless another tab has a lab, too, which needs it. */
export async function forgetData(): Promise<void> {
  const name = nameOf(scope);
  const { held = [], pending = [] } = await navigator.locks.query();
  const tabs = [...held, ...pending].filter((lock) => lock.name === name).length;
  if (tabs > 1) return;
  const channel = new BroadcastChannel(name);
  channel.postMessage({ kind: 'forget' } satisfies ServiceMessage);
  channel.close();
}

/** Keeps all of the page for a visit without network. It asks for megabytes, so the database comes first. */
export async function storePage(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const stored = new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('message', () => resolve(), { once: true });
  });
  active?.postMessage('store');
  await stored;
}
