import { createOutbox } from '../../src/analytics/outbox';

test('a burst is one piece of news, and what is logged after it is another', async () => {
  const clock = { now: () => 0, elapsed: () => 0, after: () => () => {} };
  const outbox = createOutbox({ clock, random: () => 0.5 });
  const waiting: number[] = [];
  outbox.onNews(() => waiting.push(outbox.queue.size()));
  for (let n = 0; n < 100; n++) outbox.log('search', undefined);
  await Promise.resolve();
  outbox.log('login', undefined);
  await Promise.resolve();
  expect(waiting).toEqual([100, 101]);
});
