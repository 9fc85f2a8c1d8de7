import { useContext } from 'react';

import { CartContext } from './CartContext';
import { cartTotals } from './cartTotals';

export function useCart() {
  const { cart, dispatch } = useContext(CartContext);
  return { ...cart, ...cartTotals(cart), dispatch };
}
