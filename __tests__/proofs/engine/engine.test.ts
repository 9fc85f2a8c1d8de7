import { plainFetch } from './plainFetch';
import { runVectors, type Network } from './runVectors';
import { createVirtualTime } from './virtualTime';

test('core and session come to the same in every engine: here in the one of the tests', async () => {
  const time = createVirtualTime();
  const network: Network = { answer: () => null };
  jest.spyOn(globalThis, 'fetch').mockImplementation(plainFetch(network) as typeof fetch);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(time.setTimeout as unknown as typeof setTimeout);
  jest.spyOn(globalThis, 'clearTimeout').mockImplementation(time.clearTimeout);
  const results = await runVectors(time, network);
  expect(results.map(({ name, got }) => [name, got])).toEqual(results.map(({ name, expected }) => [name, expected]));
});
