import { useMemo, useReducer, type ReactNode } from 'react';

import { CartContext } from './CartContext';
import { cartReducer, emptyCart } from './cartReducer';

export function CartProvider({ children }: { children: ReactNode }) {
  const [cart, dispatch] = useReducer(cartReducer, emptyCart);
  const value = useMemo(() => ({ cart, dispatch }), [cart]);
  return <CartContext.Provider value={value}>{children}</CartContext.Provider>;
}
