export interface CartLine {
  productId: string;
  quantity: number;
}

export interface Cart {
  lines: CartLine[];
  offerCode: string | null;
}

export type CartAction =
  | { type: 'added'; productId: string }
  | { type: 'removed'; productId: string }
  | { type: 'offerApplied'; code: string }
  | { type: 'ordered' };

export const emptyCart: Cart = { lines: [], offerCode: null };

function withOneMore(lines: CartLine[], productId: string): CartLine[] {
  if (!lines.some((line) => line.productId === productId)) {
    return [...lines, { productId, quantity: 1 }];
  }
  return lines.map((line) => (line.productId === productId ? { ...line, quantity: line.quantity + 1 } : line));
}

export function cartReducer(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 'added':
      return { ...cart, lines: withOneMore(cart.lines, action.productId) };
    case 'removed':
      return {
        ...cart,
        lines: cart.lines.filter((line) => line.productId !== action.productId),
      };
    case 'offerApplied':
      return { ...cart, offerCode: action.code };
    case 'ordered':
      return emptyCart;
  }
}
