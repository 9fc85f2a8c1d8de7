import { App } from './App';

test('the library loads in an app whose Jest has no configuration for it', () => {
  expect(App).toBeInstanceOf(Function);
});
