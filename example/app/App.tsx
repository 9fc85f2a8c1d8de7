import { StatusBar } from 'react-native';
import { SafeAreaProvider } from 'react-native-safe-area-context';
import { LinkProvider, type Config } from 'react-native-deferred-link';

import { CartProvider } from './cart/CartProvider';
import { linkConfig } from './linkConfig';
import type { Me } from './me/MeContext';
import { MeProvider } from './me/MeProvider';
import { RootNavigator } from './navigation/RootNavigator';

interface Props {
  /** The lab passes the same config with its own address and a diagnostics listener. */
  config?: Config;
  /** The lab's phones belong to different people. */
  me?: Me;
}

export function App({ config = linkConfig, me }: Props) {
  return (
    <SafeAreaProvider>
      <StatusBar barStyle="default" />
      <LinkProvider config={config}>
        <MeProvider me={me}>
          <CartProvider>
            <RootNavigator />
          </CartProvider>
        </MeProvider>
      </LinkProvider>
    </SafeAreaProvider>
  );
}
