import { configure } from '@testing-library/react-native';
import type { JSX } from 'react';
import { Button, Text } from 'react-native';
import {
  LinkAnalytics,
  LinkEventNames,
  LinkProvider,
  useLinkContext,
  type Config,
  type LinkStorage,
} from 'react-native-deferred-link';

// The first test of a run has much to compile.
configure({ asyncUtilTimeout: 30_000 });
// React Native loads a component when it is first read. Here, that takes none of a test's time.
void [Button, Text];

function Screen() {
  const { isLinkProcessed, linkRoute, linkType } = useLinkContext();
  if (!isLinkProcessed) return <Text>splash</Text>;
  return (
    <>
      <Text>{linkRoute ? `${linkType} ${linkRoute}` : 'home'}</Text>
      <Button title="Buy" onPress={() => LinkAnalytics.logEvent(LinkEventNames.Purchase, { total: 59.9 })} />
    </>
  );
}

const CONFIG: Config = { API_KEY: 'pk_test', appID: 'shop', baseUrl: 'https://links.example' };

/** The app of a team: the real provider, and a screen that waits for the link. */
export function App({ config }: { config?: Partial<Config> }): JSX.Element {
  return (
    <LinkProvider config={{ ...CONFIG, ...config }}>
      <Screen />
    </LinkProvider>
  );
}

/** A storage as teams write it in a test: a first run, and nothing is kept. */
export const emptyStorage = (): LinkStorage => ({
  getItem: jest.fn().mockResolvedValue(null),
  setItem: jest.fn().mockResolvedValue(undefined),
});
