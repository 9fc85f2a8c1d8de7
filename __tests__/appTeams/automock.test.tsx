import { fireEvent, render, screen } from '@testing-library/react-native';
import { LinkAnalytics, useLinkContext } from 'react-native-deferred-link';
import { Text } from 'react-native';

jest.mock('react-native-deferred-link');

function Screen() {
  const { linkRoute } = useLinkContext();
  return <Text onPress={() => LinkAnalytics.logEvent('share')}>{linkRoute}</Text>;
}

test('the library mocked by Jest itself', () => {
  jest.mocked(useLinkContext).mockReturnValue({ linkRoute: '/product/42' } as ReturnType<typeof useLinkContext>);
  render(<Screen />);
  fireEvent.press(screen.getByText('/product/42'));
  expect(LinkAnalytics.logEvent).toHaveBeenCalledWith('share');
});
