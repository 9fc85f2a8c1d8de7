/// <reference lib="webworker" />
import { nameOf, type ServiceAnswer, type ServiceMessage, type ServiceRequest } from './messages';

declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build: its files, relative to the lab's page, and a hash of them all. */
declare const LAB_FILES: readonly string[];
declare const LAB_VERSION: string;
/** The script that starts the service in the dashboard's tab. */
declare const LAB_HOST: string;

const { scope } = self.registration;
const root = new URL(scope).pathname;
const name = nameOf(scope);
const cacheName = `${name} ${LAB_VERSION}`;
const files = new Set(LAB_FILES);

/** Forwards to the worker that runs the service, which may be starting, or gone with its tab and be replaced. */
const waiting = new Map<string, { message: ServiceRequest; answer: (answer: ServiceAnswer) => void }>();
const channel = new BroadcastChannel(name);
channel.onmessage = ({ data }: MessageEvent<ServiceMessage>) => {
  if (data.kind === 'open') for (const { message } of waiting.values()) channel.postMessage(message);
  if (data.kind === 'answer') {
    waiting.get(data.id)?.answer(data);
    waiting.delete(data.id);
  }
};

/** A path as the service knows it. Its own pages ask below the root of this host, wherever the lab is. */
function pathOf(url: URL): string {
  return url.pathname.startsWith(root) ? `/${url.pathname.slice(root.length)}` : url.pathname;
}

/** Whether a tab is open that runs the service, or would. */
async function isHosted(): Promise<boolean> {
  const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return clients.some(({ url }) => /^\/(index\.html)?$|^\/dashboard(\/|$)/.test(pathOf(new URL(url))));
}

async function forward(request: Request): Promise<Response> {
  if (!(await isHosted())) {
    return new Response('The service runs in the lab’s tab. Open the lab, and load this page again.', { status: 503 });
  }
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  if (!headers.has('accept-language')) headers.set('accept-language', navigator.languages.join(','));
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const message: ServiceRequest = {
    kind: 'request',
    id: crypto.randomUUID(),
    method: request.method,
    path: `${pathOf(url)}${url.search}`,
    headers: [...headers],
    body: hasBody ? await request.arrayBuffer() : null,
    referrer: request.referrer,
  };
  const answer = await new Promise<ServiceAnswer>((resolve) => {
    waiting.set(message.id, { message, answer: resolve });
    channel.postMessage(message);
  });
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

/** One of the build's own files, loaded once. */
async function serveFile(file: string): Promise<Response> {
  const address = new URL(file, scope);
  const cache = await caches.open(cacheName);
  const stored = await cache.match(address);
  if (stored) return stored;
  const response = await fetch(address);
  if (response.ok) await cache.put(address, response.clone());
  return response;
}

/** The dashboard's page names its files from the root of its host, and starts no service. */
async function serveDashboard(): Promise<Response> {
  const page = await (await serveFile('dashboard/page.html')).text();
  const text = page
    .replaceAll('="/dashboard/', `="${root}dashboard/`)
    .replace('</head>', `<script type="module" src="${root}${LAB_HOST}"></script></head>`);
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

function answer(request: Request): Response | Promise<Response> {
  const path = pathOf(new URL(request.url));
  const file = path === '/' ? 'index.html' : path.slice(1);
  if (request.method === 'GET' && /^\/dashboard(\/|$)/.test(path) && !files.has(file)) return serveDashboard();
  if (request.method === 'GET' && path === '/dashboard/index.html') return serveDashboard();
  return request.method === 'GET' && files.has(file) ? serveFile(file) : forward(request);
}

self.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).origin === self.location.origin) event.respondWith(answer(event.request));
});

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** So the next visit needs no network. Only what isn't there yet is loaded. */
async function storeEverything(): Promise<void> {
  for (const file of LAB_FILES) await serveFile(file);
  const others = (await caches.keys()).filter((other) => other.startsWith(`${name} `) && other !== cacheName);
  await Promise.all(others.map((other) => caches.delete(other)));
}

self.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim());
  if (event.data === 'store') event.waitUntil(storeEverything().then(() => event.source?.postMessage('stored')));
});
