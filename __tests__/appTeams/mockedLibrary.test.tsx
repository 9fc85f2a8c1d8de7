import { render, screen } from '@testing-library/react-native';
import { Text } from 'react-native';
import { LinkAnalytics, LinkEventNames, useLinkContext } from 'react-native-deferred-link';
import { App } from './App';

jest.mock('react-native-deferred-link', () => ({
  ...jest.requireActual<object>('react-native-deferred-link'),
  LinkProvider: ({ children }: { children: unknown }) => children,
  useLinkContext: jest.fn(),
}));

function Route() {
  return <Text>{useLinkContext().linkRoute}</Text>;
}

test('a team that mocks the hook and keeps the rest', () => {
  jest.mocked(useLinkContext).mockReturnValue({
    isLinkProcessed: true,
    linkUrl: 'https://shop.example/product/42',
    linkRoute: '/product/42',
    linkType: 'verified',
    link: null,
    clearLink: jest.fn(),
  });
  render(<App />);
  screen.getByText('verified /product/42');
  render(<Route />);
  screen.getByText('/product/42');
});

test('a spy on logEvent', () => {
  const logEvent = jest.spyOn(LinkAnalytics, 'logEvent');
  LinkAnalytics.logEvent(LinkEventNames.Purchase, { total: 1 });
  expect(logEvent).toHaveBeenCalledWith('purchase', { total: 1 });
});
