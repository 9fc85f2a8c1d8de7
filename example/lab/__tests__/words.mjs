/** What a person reads on links and buttons. */
export const OFFER = 'shop.example/welcome';
export const LAMP = 'shop.example/halo';
export const BLANKET = 'shop.example/product/drift-blanket?ref=mail';
export const CANDLE = 'deferredshop://product/ember-candle?ref=sms';

/** The landing page's one button: on Android it leads to the store, and on iOS it also copies the link. */
export const FROM_PLAY = 'Get Small Hours';
export const BY_COPY = FROM_PLAY;
export const WITHOUT_COPY = /without copying/;
