import type { Product } from './Product';
import { products } from './products';

export function findProduct(id: string): Product | undefined {
  return products.find((product) => product.id === id);
}
