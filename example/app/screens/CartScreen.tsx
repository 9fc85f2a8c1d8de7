import type { NativeStackScreenProps } from '@react-navigation/native-stack';
import { LinkAnalytics, LinkEventNames } from 'react-native-deferred-link';

import { CartLineRow } from '../cart/CartLineRow';
import { CartSummary } from '../cart/CartSummary';
import { useCart } from '../cart/useCart';
import type { RootStackParamList } from '../navigation/RootStackParamList';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { Screen } from '../ui/Screen';

export function CartScreen({ navigation }: NativeStackScreenProps<RootStackParamList, 'Cart'>) {
  const { lines, dispatch } = useCart();

  if (lines.length === 0) {
    return (
      <Notice
        title="Nothing here yet"
        text="Your cart is empty. It’s still early in the evening."
        action="Look around"
        onAction={() => navigation.popTo('Home')}
      />
    );
  }

  const remove = (productId: string) => {
    dispatch({ type: 'removed', productId });
    LinkAnalytics.logEvent(LinkEventNames.RemoveFromCart, { productId });
  };

  return (
    <Screen
      footer={
        <>
          <CartSummary />
          <Button label="Check out" onPress={() => navigation.navigate('Checkout')} />
        </>
      }
    >
      {lines.map((line) => (
        <CartLineRow key={line.productId} line={line} onRemove={() => remove(line.productId)} />
      ))}
    </Screen>
  );
}
