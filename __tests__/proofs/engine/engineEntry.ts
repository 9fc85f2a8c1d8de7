import { plainFetch } from './plainFetch';
import type { Network } from './runVectors';
import { createVirtualTime } from './virtualTime';

interface Engine {
  /** `true`: with React Native's globals in place of the engine's. */
  useReactNativeGlobals?: boolean;
  /** Node's way of taking the report; Hermes has `print`. */
  report?: (text: string) => void;
  print?: (text: string) => void;
}

const engine = globalThis as unknown as Engine & Record<string, unknown>;
const time = createVirtualTime();
const network: Network = { answer: () => null };
engine.setTimeout = time.setTimeout;
engine.clearTimeout = time.clearTimeout;

let replaced: string[] = [];
if (engine.useReactNativeGlobals !== false) {
  const globals = require('./reactNativeGlobals') as typeof import('./reactNativeGlobals');
  replaced = globals.installReactNativeGlobals(network);
} else {
  engine.fetch = plainFetch(network);
}

// After the globals, which it must not see before they are replaced.

const { runVectors } = require('./runVectors') as typeof import('./runVectors');
const say = engine.report ?? engine.print ?? (() => {});
runVectors(time, network).then(
  (results) => say(JSON.stringify({ replaced, results })),
  (error: unknown) => say(JSON.stringify({ replaced, error: String(error) }))
);
