import { Pressable, StyleSheet, View } from 'react-native';

import { findProduct } from '../catalog/findProduct';
import { formatPrice } from '../catalog/formatPrice';
import { Artwork } from '../ui/Artwork';
import { Copy } from '../ui/Copy';
import { useTheme } from '../ui/useTheme';
import type { CartLine } from './cartReducer';

interface Props {
  line: CartLine;
  onRemove: () => void;
}

export function CartLineRow({ line, onRemove }: Props) {
  const { colors } = useTheme();
  const product = findProduct(line.productId);
  if (!product) return null;
  return (
    <View style={[styles.row, { backgroundColor: colors.surface, borderColor: colors.line }]}>
      <View style={styles.picture}>
        <Artwork drawing={product.drawing} height={72} />
      </View>
      <View style={styles.text}>
        <Copy kind="heading">{product.name}</Copy>
        <Copy kind="small" tone="muted">
          {line.quantity} × {formatPrice(product.price)}
        </Copy>
      </View>
      <Pressable
        accessibilityRole="button"
        accessibilityLabel={`Remove ${product.name}`}
        onPress={onRemove}
        style={styles.remove}
      >
        <Copy kind="small" tone="accent">
          Remove
        </Copy>
      </Pressable>
    </View>
  );
}

const styles = StyleSheet.create({
  row: {
    alignItems: 'center',
    borderRadius: 16,
    borderWidth: 1,
    flexDirection: 'row',
    gap: 14,
    padding: 10,
  },
  picture: { borderRadius: 10, overflow: 'hidden', width: 72 },
  text: { flex: 1, gap: 2 },
  remove: { padding: 8 },
});
