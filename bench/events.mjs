import { bundle } from './bundle.mjs';

const SOURCE = `
  import { create } from 'react-test-renderer';
  import { LinkAnalytics, LinkProvider } from 'react-native-deferred-link';
  export const { logEvent } = LinkAnalytics;
  export const mount = (config) => create(<LinkProvider config={config}>{null}</LinkProvider>);
`;

const DATA = { sku: 'halo-lamp', quantity: 2, total: 59.9, currency: 'EUR', list: 'search results' };
const REPEATS = 7;

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Processor time, which a busy machine changes little. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A fresh process with a provider. Its storage counts calls, and its service can't be reached unless it `accepts`. */
async function start(load, accepts = false) {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  const received = { requests: 0, events: 0 };
  globalThis.fetch = async (_url, { body }) => {
    if (!accepts) return new Promise(() => {});
    received.requests++;
    received.events += JSON.parse(body).events.length;
    return new Response('{}');
  };
  const { logEvent, mount } = await load();
  const disk = new Map([
    ['react-native-deferred-link:install', '{"v":1,"id":"install","run":{"usedAt":1,"isFound":false}}'],
  ]);
  const counts = { reads: 0, writes: 0, bytes: 0 };
  const storage = {
    getItem(key) {
      counts.reads++;
      return disk.get(key) ?? null;
    },
    setItem(key, value) {
      counts.writes++;
      counts.bytes += value.length;
      disk.set(key, value);
    },
    removeItem: (key) => void disk.delete(key),
  };
  mount({ API_KEY: 'k', appID: 'a', baseUrl: 'https://links.example', storage });
  for (let i = 0; i < 20; i++) await turn();
  return { logEvent, counts, received };
}

/** Nanoseconds per call on the caller's stack, for a burst of `count`; the best of several runs. */
export async function measureCall(load, count) {
  const costs = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const { logEvent } = await start(load);
    const since = performance.now();
    for (let i = 0; i < count; i++) logEvent('purchase', DATA);
    costs.push(((performance.now() - since) / count) * 1e6);
    await turn();
  }
  return Math.min(...costs);
}

/** A burst: what the caller waits for, what the next frame waits for, and what storage is asked to do. */
export async function measureBurst(load, count) {
  const { logEvent, counts } = await start(load);
  let longestCallMs = 0;
  const begun = cpuMs();
  for (let i = 0; i < count; i++) {
    const since = performance.now();
    logEvent('purchase', DATA);
    longestCallMs = Math.max(longestCallMs, performance.now() - since);
  }
  const callerMs = cpuMs() - begun;
  let longestTurnMs = 0;
  for (let i = 0; i < 100; i++) {
    const since = performance.now();
    await turn();
    longestTurnMs = Math.max(longestTurnMs, performance.now() - since);
  }
  return { callerMs, longestCallMs, longestTurnMs, ...counts };
}

/** Microseconds per event, storage included, if each event is logged and stored in a separate turn. */
export async function measureTrickle(load, count) {
  const { logEvent, counts } = await start(load);
  const since = cpuMs();
  for (let i = 0; i < count; i++) {
    logEvent('purchase', DATA);
    await turn();
  }
  return { usPerEvent: ((cpuMs() - since) / count) * 1000, bytesPerEvent: counts.bytes / count };
}

/** Microseconds on the processor per event, from the log to the last answer; the service takes every batch. */
export async function measureFlush(load, count) {
  const { logEvent, received } = await start(load, true);
  const since = cpuMs();
  for (let i = 0; i < count; i++) logEvent('purchase', DATA);
  globalThis.benchForeground?.();
  // The queue holds no more: older events make room for newer ones.
  const owed = Math.min(count, 1000);
  while (received.events < owed) await turn();
  return { usPerEvent: ((cpuMs() - since) / count) * 1000, requests: received.requests };
}

/** Nanoseconds to write the same event as JSON, and nothing else: every way of logging it needs that. */
function measureFloor(count) {
  let length = 0;
  const since = performance.now();
  for (let i = 0; i < count; i++) {
    const timestamp = new Date().toISOString();
    length += JSON.stringify({ id: `id-${i}`, name: 'purchase', timestamp, data: DATA }).length;
  }
  return length && ((performance.now() - since) / count) * 1e6;
}

export async function measureLogEvent() {
  const load = await bundle(SOURCE);
  const say = console.error;
  console.error = () => {};
  await measureCall(load, 10_000);
  const calls = {};
  for (const count of [10, 1000, 100_000]) calls[count] = await measureCall(load, count);
  const burst = await measureBurst(load, 10_000);
  const trickle = {};
  await measureTrickle(load, 1000);
  for (const count of [100, 1000, 10_000]) trickle[count] = await measureTrickle(load, count);
  const flushes = {};
  await measureFlush(load, 1000);
  for (const count of [1, 20, 100, 1000, 100_000]) flushes[count] = await measureFlush(load, count);
  measureFloor(10_000);
  const floorNs = Math.min(...Array.from({ length: REPEATS }, () => measureFloor(10_000)));
  console.error = say;
  return { calls, burst, trickle, flushes, floorNs };
}
