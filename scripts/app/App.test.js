import { App } from './App';

test('the app loads where Jest is set up for React Navigation', () => {
  expect(App).toBeInstanceOf(Function);
});
