import { createContext, type Dispatch } from 'react';

import { emptyCart, type Cart, type CartAction } from './cartReducer';

export const CartContext = createContext<{ cart: Cart; dispatch: Dispatch<CartAction> }>({
  cart: emptyCart,
  dispatch: () => {},
});
