import type { NativeStackScreenProps } from '@react-navigation/native-stack';
import { useEffect, useState } from 'react';
import { LinkAnalytics, LinkEventNames } from 'react-native-deferred-link';

import { CartSummary } from '../cart/CartSummary';
import { useCart } from '../cart/useCart';
import { inEuros } from '../catalog/inEuros';
import { useMe } from '../me/useMe';
import type { RootStackParamList } from '../navigation/RootStackParamList';
import { Button } from '../ui/Button';
import { Copy } from '../ui/Copy';
import { Notice } from '../ui/Notice';
import { Screen } from '../ui/Screen';

type Props = NativeStackScreenProps<RootStackParamList, 'Checkout'>;

export function CheckoutScreen({ navigation }: Props) {
  const { count, total, offerCode, dispatch } = useCart();
  const { name } = useMe();
  const [isOrdered, setOrdered] = useState(false);

  useEffect(() => {
    LinkAnalytics.logEvent(LinkEventNames.BeginCheckout, { count, total: inEuros(total), currency: 'EUR' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per visit, with the numbers that the person saw then
  }, []);

  if (isOrdered) {
    return (
      <Notice
        title="Thank you. Sleep well."
        text="Your order is on its way to the workshop. We’ll write when it leaves."
        action="Back to the shop"
        onAction={() => navigation.popTo('Home')}
      />
    );
  }

  const order = () => {
    LinkAnalytics.logEvent(LinkEventNames.Purchase, {
      count,
      total: inEuros(total),
      currency: 'EUR',
      offerCode,
    });
    dispatch({ type: 'ordered' });
    setOrdered(true);
  };

  return (
    <Screen
      footer={
        <>
          <CartSummary />
          <Button label="Place order" onPress={order} />
        </>
      }
    >
      <Copy kind="heading">Delivery</Copy>
      <Copy tone="muted">{name}, 4 Lantern Row, Galway. Three to five days, free of charge.</Copy>
      <Copy kind="heading">Payment</Copy>
      <Copy tone="muted">You pay on the doorstep. This is a demo: nothing will be charged.</Copy>
    </Screen>
  );
}
