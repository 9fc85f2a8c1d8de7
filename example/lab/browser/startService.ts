import { deleteFiles } from './files';
import { nameOf, type WorkerReport } from './messages';

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

let worker: Worker | undefined;

function startWorker(onFailure: (reason: string) => void): void {
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: scope });
  worker.onmessage = ({ data }: MessageEvent<WorkerReport>) => onFailure(data.reason);
  worker.onerror = ({ message }) => onFailure(message);
}

/**
 * Runs the service in this browser: a service worker forwards what the page's frames ask to a worker that holds the
 * service and its database. Resolves once the database is open: an app that asks earlier may not wait that long.
 */
export async function startService(onFailure: (reason: string) => void): Promise<void> {
  await takeControl();
  startWorker(onFailure);
  await fetch(new URL('health', scope));
}

async function forget(onFailure: (reason: string) => void): Promise<void> {
  const name = nameOf(scope);
  const { held = [], pending = [] } = await navigator.locks.query();
  const tabs = [...held, ...pending].filter((lock) => lock.name === name).length;
  if (tabs > 1) return;
  worker?.terminate();
  await deleteFiles(name);
  startWorker(onFailure);
}

let forgetting: Promise<void> | undefined;

/**
 * Deletes what the service stored, unless a lab in another tab needs it. The worker is ended first: PGlite may still
 * write to its files after it was closed, and open files can't be deleted. Once the new worker is ready, the service
 * worker repeats what it asked the old one.
 */
export function forgetData(onFailure: (reason: string) => void): Promise<void> {
  return (forgetting ??= forget(onFailure).finally(() => (forgetting = undefined)));
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
