import type { NativeStackScreenProps } from '@react-navigation/native-stack';
import { useEffect } from 'react';
import { StyleSheet, View } from 'react-native';
import { LinkAnalytics, LinkEventNames } from 'react-native-deferred-link';

import { useCart } from '../cart/useCart';
import { findProduct } from '../catalog/findProduct';
import { formatPrice } from '../catalog/formatPrice';
import { inEuros } from '../catalog/inEuros';
import type { Product } from '../catalog/Product';
import { useMe } from '../me/useMe';
import type { RootStackParamList } from '../navigation/RootStackParamList';
import { Greeting } from '../sharing/Greeting';
import { ShareButton } from '../sharing/ShareButton';
import { Artwork } from '../ui/Artwork';
import { Button } from '../ui/Button';
import { Copy } from '../ui/Copy';
import { Notice } from '../ui/Notice';
import { Screen } from '../ui/Screen';

type Props = NativeStackScreenProps<RootStackParamList, 'Product'>;

/** A lamp, for the Halo lamp. */
const kindOf = ({ name }: Product) => name.split(' ').at(-1);

export function ProductScreen({ navigation, route }: Props) {
  const { dispatch } = useCart();
  const { name: me } = useMe();
  const product = findProduct(route.params.id);
  const productId = product?.id;

  useEffect(() => {
    if (productId !== undefined) LinkAnalytics.logEvent(LinkEventNames.ViewItem, { productId });
  }, [productId]);

  if (!product) {
    return (
      <Notice
        title="Gone, for now"
        text="We no longer make what this link led to. The rest of the shop is open."
        action="See what there is"
        onAction={() => navigation.popTo('Home')}
      />
    );
  }

  const addToCart = () => {
    dispatch({ type: 'added', productId: product.id });
    LinkAnalytics.logEvent(LinkEventNames.AddToCart, {
      productId: product.id,
      price: inEuros(product.price),
      currency: 'EUR',
    });
    navigation.navigate('Cart');
  };

  return (
    <Screen footer={<Button label={`Add to cart · ${formatPrice(product.price)}`} onPress={addToCart} />}>
      <Greeting />
      <View style={styles.picture}>
        <Artwork drawing={product.drawing} height={250} />
      </View>
      <View style={styles.text}>
        <Copy kind="title">{product.name}</Copy>
        <Copy tone="accent">{product.tagline}</Copy>
      </View>
      <Copy>{product.description}</Copy>
      <View style={styles.text}>
        {product.facts.map((fact) => (
          <Copy key={fact} kind="small" tone="muted">
            · {fact}
          </Copy>
        ))}
      </View>
      <ShareButton
        key={product.id}
        label={`Share this ${kindOf(product)}`}
        link={{
          route: `/product/${product.id}?ref=share`,
          data: { sharedBy: me },
          title: `${product.name}: ${product.tagline}`,
        }}
        text={`Isn’t this ${kindOf(product)} made for you?`}
        onShared={() => LinkAnalytics.logEvent(LinkEventNames.Share, { productId })}
      />
    </Screen>
  );
}

const styles = StyleSheet.create({
  picture: { borderRadius: 22, overflow: 'hidden' },
  text: { gap: 4 },
});
