import { render, screen } from '@testing-library/react-native';
import { App } from './App';

test('with nothing mocked at all the app goes on, and what is missing is said with what to do in a test', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  render(<App config={{ baseUrl: 'http://127.0.0.1:1' }} />);
  await screen.findByText('home');
  const lines = warn.mock.calls.map(([line]) => String(line));
  expect(lines).toContainEqual(
    expect.stringMatching(/^\[Link\] Without storage, .*transformIgnorePatterns.*config\.storage/)
  );
  expect(lines.join()).not.toMatch(/npm install|rebuild/);
});
