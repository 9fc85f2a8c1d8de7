/** What a person reads on links and buttons. */
export const OFFER = 'shop.example/welcome';
export const LAMP = 'shop.example/halo';
export const BLANKET = 'shop.example/product/drift-blanket?ref=mail';
export const CANDLE = 'deferredshop://product/ember-candle?ref=sms';

export const FROM_PLAY = 'Get it on Google Play';
export const BY_COPY = 'Copy link and get the app';
export const WITHOUT_COPY = /without copying/;
