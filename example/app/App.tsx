import { StatusBar } from 'react-native';
import { SafeAreaProvider } from 'react-native-safe-area-context';
import { LinkProvider, type Config } from 'react-native-deferred-link';

import { CartProvider } from './cart/CartProvider';
import { linkConfig } from './linkConfig';
import { RootNavigator } from './navigation/RootNavigator';

type Props = {
  /** The lab passes the same config with its own address and a diagnostics listener. */
  config?: Config;
};

export function App({ config = linkConfig }: Props) {
  return (
    <SafeAreaProvider>
      <StatusBar barStyle="default" />
      <LinkProvider config={config}>
        <CartProvider>
          <RootNavigator />
        </CartProvider>
      </LinkProvider>
    </SafeAreaProvider>
  );
}
