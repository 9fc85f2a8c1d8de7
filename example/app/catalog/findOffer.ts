import { offers, type Offer } from './offers';

/** Codes are typed and spoken as well as tapped, so their case doesn't count. */
export function findOffer(code: string): Offer | undefined {
  return offers.find((offer) => offer.code === code.toUpperCase());
}
