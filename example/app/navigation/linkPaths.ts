import type { PathConfigMap } from '@react-navigation/native';

import type { RootStackParamList } from './RootStackParamList';

/** Home lies under every linked screen, so that Back always leads into the shop. */
export const linkPaths: {
  initialRouteName: keyof RootStackParamList;
  screens: PathConfigMap<RootStackParamList>;
} = {
  initialRouteName: 'Home',
  screens: {
    Home: '',
    Product: 'product/:id',
    Promo: 'promo/:code',
    Cart: 'cart',
    Checkout: 'checkout',
  },
};
