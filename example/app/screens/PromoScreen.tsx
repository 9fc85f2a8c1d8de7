import type { NativeStackScreenProps } from '@react-navigation/native-stack';
import { useEffect } from 'react';
import { StyleSheet, View } from 'react-native';
import { LinkAnalytics, LinkEventNames } from 'react-native-deferred-link';

import { useCart } from '../cart/useCart';
import { findOffer } from '../catalog/findOffer';
import { products } from '../catalog/products';
import type { RootStackParamList } from '../navigation/RootStackParamList';
import { Greeting } from '../sharing/Greeting';
import { Copy } from '../ui/Copy';
import { Notice } from '../ui/Notice';
import { ProductGrid } from '../ui/ProductGrid';
import { Screen } from '../ui/Screen';
import { useTheme } from '../ui/useTheme';

type Props = NativeStackScreenProps<RootStackParamList, 'Promo'>;

export function PromoScreen({ navigation, route }: Props) {
  const { colors } = useTheme();
  const { dispatch } = useCart();
  const offer = findOffer(route.params.code);
  const code = offer?.code;

  useEffect(() => {
    if (code === undefined) return;
    dispatch({ type: 'offerApplied', code });
    LinkAnalytics.logEvent(LinkEventNames.AdImpression, { code });
  }, [code, dispatch]);

  if (!offer) {
    return (
      <Notice
        title="This offer has ended"
        text={`We don’t know the code ${route.params.code}, or it had its day.`}
        action="Go to the shop"
        onAction={() => navigation.popTo('Home')}
      />
    );
  }

  return (
    <Screen>
      <Greeting />
      <View style={[styles.ticket, { backgroundColor: colors.night }]}>
        <View style={[styles.code, { borderColor: colors.onNight }]}>
          <Copy kind="small" tone="onNight">
            {offer.code}
          </Copy>
        </View>
        <Copy kind="title" tone="onNight">
          {offer.title}
        </Copy>
        <Copy kind="small" tone="onNight">
          {offer.text}
        </Copy>
      </View>
      <Copy tone="accent">The offer is applied to your cart. Here are some things to begin with:</Copy>
      <ProductGrid
        products={products.filter(({ id }) => offer.productIds.includes(id))}
        onOpen={({ id }) => navigation.navigate('Product', { id })}
      />
    </Screen>
  );
}

const styles = StyleSheet.create({
  ticket: { borderRadius: 22, gap: 12, padding: 24 },
  code: {
    alignSelf: 'flex-start',
    borderRadius: 8,
    borderStyle: 'dashed',
    borderWidth: 1,
    paddingHorizontal: 10,
    paddingVertical: 4,
  },
});
