import { findOffer } from '../catalog/findOffer';
import { findProduct } from '../catalog/findProduct';
import type { Cart } from './cartReducer';

export interface CartTotals {
  count: number;
  subtotal: number;
  discount: number;
  total: number;
}

export function cartTotals(cart: Cart): CartTotals {
  let count = 0;
  let subtotal = 0;
  for (const { productId, quantity } of cart.lines) {
    count += quantity;
    subtotal += quantity * (findProduct(productId)?.price ?? 0);
  }
  const percent = cart.offerCode === null ? 0 : (findOffer(cart.offerCode)?.percent ?? 0);
  const discount = Math.round((subtotal * percent) / 100);
  return { count, subtotal, discount, total: subtotal - discount };
}
