import { firstUsable } from '../../src/core/firstUsable';
import { systemClock } from '../../src/native/clock';

const ask = (...answers: (() => unknown)[]) =>
  firstUsable(
    systemClock,
    1000,
    answers,
    (answer) => (answer === 'none' ? null : (answer ?? null)),
    () => true
  );

test('where there is nobody to ask, that is the reason', async () => {
  expect(await ask()).toMatchObject({ ok: false, reason: expect.stringContaining('no usable answer') as string });
});

test('where nobody knows, all reasons are given', async () => {
  const fails = () => Promise.reject(new Error('broken'));
  const answer = await ask(
    () => 'none',
    fails,
    () => 'none'
  );
  expect(answer).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/no usable answer; .*broken; .*no usable answer$/) as string,
  });
});
