import { NavigationContainer } from '@react-navigation/native';
import { createNativeStackNavigator } from '@react-navigation/native-stack';
import { act, render, screen } from '@testing-library/react-native';
import { Text } from 'react-native';
import { createLinking } from 'react-native-deferred-link/react-navigation';
import { openLink, resetLinkSession, TestLinkProvider } from 'react-native-deferred-link/testing';

// An app that adds URLs of its own to what the linking object gives.

// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- React Navigation wants an index signature
type Screens = { Home: undefined; Product: { id: string } };

const Stack = createNativeStackNavigator<Screens>();
const links = createLinking<Screens>({
  prefixes: ['myapp://'],
  config: { initialRouteName: 'Home', screens: { Home: '', Product: 'product/:id' } },
});

interface Props {
  link: string | null;
  initialUrl: string | null;
  onUrl(listener: (url: string) => void): () => void;
}

function App({ link, initialUrl, onUrl }: Props) {
  const linking: typeof links = {
    ...links,
    getInitialURL: () => initialUrl ?? links.getInitialURL?.(),
    subscribe(listener) {
      const stops = [links.subscribe?.(listener), onUrl(listener)];
      return () => stops.forEach((stop) => stop?.());
    },
  };
  return (
    <TestLinkProvider link={link}>
      <NavigationContainer linking={linking}>
        <Stack.Navigator>
          <Stack.Screen name="Home">{() => <Text>home</Text>}</Stack.Screen>
          <Stack.Screen name="Product">{({ route }) => <Text>product {route.params.id}</Text>}</Stack.Screen>
        </Stack.Navigator>
      </NavigationContainer>
    </TestLinkProvider>
  );
}

afterEach(resetLinkSession);

test('links of notifications and ours reach one container', async () => {
  let push = (_url: string) => {};
  const onUrl = (listener: (url: string) => void) => {
    push = listener;
    return () => {};
  };
  render(<App link="https://shop.example/product/1" initialUrl={null} onUrl={onUrl} />);
  await screen.findByText('product 1');
  await act(async () => push('myapp://product/2'));
  await screen.findByText('product 2');
  await act(async () => openLink('https://shop.example/product/3'));
  await screen.findByText('product 3');
});

test('a notification starts the app, and a link follows it', async () => {
  render(<App link={null} initialUrl="myapp://product/2" onUrl={() => () => {}} />);
  await screen.findByText('product 2');
  await act(async () => openLink('https://shop.example/product/3'));
  await screen.findByText('product 3');
});
