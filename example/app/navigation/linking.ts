import { getStateFromPath } from '@react-navigation/native';
import { createLinking } from 'react-native-deferred-link/react-navigation';

import type { RootStackParamList } from './RootStackParamList';

/** Hands each link to the navigator, once. */
export const linking = createLinking<RootStackParamList>({
  config: {
    // Home lies under every linked screen, so that Back always leads into the shop.
    initialRouteName: 'Home',
    screens: {
      Home: '',
      Product: 'product/:id',
      Promo: 'promo/:code',
      Cart: 'cart',
      Checkout: 'checkout',
      DeviceCheck: 'device-check',
    },
  },
  // A link may name a screen of a newer version of the app; the shop's door is always open.
  getStateFromPath: (path, options) => getStateFromPath(path, options) ?? { routes: [{ name: 'Home' }] },
});
