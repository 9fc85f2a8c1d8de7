import { initialSessionState, reduceSession } from '../../src/core/sessionState';

test('a search that has failed is over', () => {
  const state = initialSessionState(true);
  const failed = reduceSession(state, { type: 'failed', by: state.search });
  expect(failed).toMatchObject({ search: { phase: 'used' }, told: null });
});
