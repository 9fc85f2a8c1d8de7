export interface Offer {
  code: string;
  title: string;
  text: string;
  percent: number;
  productIds: string[];
}

export const offers: Offer[] = [
  {
    code: 'WELCOME15',
    title: '15 % off your first order',
    text: 'A small hello from us. It comes off everything in your cart, at checkout, by itself.',
    percent: 15,
    productIds: ['halo-lamp', 'tide-mug', 'drift-blanket'],
  },
  {
    code: 'LONGNIGHT',
    title: 'The longest night: 20 % off',
    text: 'For the darkest week of the year: everything that glows, warms or holds tea.',
    percent: 20,
    productIds: ['ember-candle', 'halo-lamp', 'tide-mug'],
  },
];
