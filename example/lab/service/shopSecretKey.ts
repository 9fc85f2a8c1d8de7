/** Everybody knows this key. The page still never gets it, because a secret key belongs on a server. */
export const SHOP_SECRET_KEY = 'sk_demo_local';
