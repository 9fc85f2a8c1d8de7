import { createLinkState } from '../../src/session/linkState';

test('where there is no link, nothing can be taken', () => {
  const state = createLinkState(null, () => {});
  expect(state.claim()).toBe(false);
  state.take();
  expect(state.get()).toBeNull();
});
