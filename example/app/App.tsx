import { StatusBar } from 'react-native';
import { SafeAreaProvider } from 'react-native-safe-area-context';
import { LinkProvider, type Config } from 'react-native-deferred-link';

import { CartProvider } from './cart/CartProvider';
import { PhoneContext, thisPhone, type Phone } from './deviceCheck/Phone';
import { useCheckedConfig } from './deviceCheck/useCheckedConfig';
import { linkConfig } from './linkConfig';
import type { Me } from './me/MeContext';
import { MeProvider } from './me/MeProvider';
import { RootNavigator } from './navigation/RootNavigator';

interface Props {
  /** The lab passes the same config with its own address and a diagnostics listener. */
  config?: Config;
  /** The lab's phones belong to different people. */
  me?: Me;
  /** The lab's phones are simulated. */
  phone?: Phone;
}

export function App({ config = linkConfig, me, phone = thisPhone }: Props) {
  const checkedConfig = useCheckedConfig(config, phone);
  return (
    <SafeAreaProvider>
      <StatusBar barStyle="default" />
      <LinkProvider config={checkedConfig}>
        <MeProvider me={me}>
          <CartProvider>
            <PhoneContext value={phone}>
              <RootNavigator />
            </PhoneContext>
          </CartProvider>
        </MeProvider>
      </LinkProvider>
    </SafeAreaProvider>
  );
}
