import { Pressable, StyleSheet, View } from 'react-native';

import { formatPrice } from '../catalog/formatPrice';
import type { Product } from '../catalog/Product';
import { Artwork } from './Artwork';
import { Copy } from './Copy';
import { useTheme } from './useTheme';

interface Props {
  product: Product;
  onPress: () => void;
}

export function ProductCard({ product, onPress }: Props) {
  const { colors } = useTheme();
  return (
    <Pressable
      accessibilityRole="link"
      accessibilityLabel={`${product.name}, ${formatPrice(product.price)}`}
      onPress={onPress}
      style={[styles.card, { backgroundColor: colors.surface, borderColor: colors.line }]}
    >
      <Artwork drawing={product.drawing} height={124} />
      <View style={styles.text}>
        <Copy kind="heading">{product.name}</Copy>
        <Copy kind="small" tone="muted">
          {formatPrice(product.price)}
        </Copy>
      </View>
    </Pressable>
  );
}

const styles = StyleSheet.create({
  card: { borderRadius: 18, borderWidth: 1, overflow: 'hidden', width: '48%' },
  text: { gap: 2, paddingHorizontal: 13, paddingVertical: 11 },
});
