import { StyleSheet, View } from 'react-native';

import type { Product } from '../catalog/Product';
import { ProductCard } from './ProductCard';

interface Props {
  products: Product[];
  onOpen: (product: Product) => void;
}

export function ProductGrid({ products, onOpen }: Props) {
  return (
    <View style={styles.grid}>
      {products.map((product) => (
        <ProductCard key={product.id} product={product} onPress={() => onOpen(product)} />
      ))}
    </View>
  );
}

const styles = StyleSheet.create({
  grid: { flexDirection: 'row', flexWrap: 'wrap', justifyContent: 'space-between', rowGap: 14 },
});
