import { render, screen } from '@testing-library/react-native';
import { App } from './App';

test('with everything mocked in a set-up file nothing is said at all', async () => {
  const lines = [jest.spyOn(console, 'warn'), jest.spyOn(console, 'error')];
  render(<App />);
  await screen.findByText('home');
  expect(global.fetch).toHaveBeenCalledTimes(1);
  for (const line of lines) expect(line).not.toHaveBeenCalled();
});
