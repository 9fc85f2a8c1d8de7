// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- React Navigation wants an index signature
export type RootStackParamList = {
  Home: undefined;
  Product: { id: string };
  Promo: { code: string };
  Cart: undefined;
  Checkout: undefined;
  DeviceCheck: { step?: string } | undefined;
};
