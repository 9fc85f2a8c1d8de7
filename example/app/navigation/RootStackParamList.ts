export type RootStackParamList = {
  Home: undefined;
  Product: { id: string };
  Promo: { code: string };
  Cart: undefined;
  Checkout: undefined;
};
