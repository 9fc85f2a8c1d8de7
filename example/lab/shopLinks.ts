/** The short links that the lab's messages carry; the server adds them to the service at start. */
export const shopLinks = {
  welcome: {
    code: 'welcome',
    destination: 'https://shop.example/promo/WELCOME15?ref=newsletter',
    title: '15 % off your first order',
  },
  halo: {
    code: 'halo',
    destination: 'https://shop.example/product/halo-lamp?ref=friend',
    title: 'Halo lamp: a ring of warm light',
  },
} as const;
