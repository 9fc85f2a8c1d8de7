/** What an event says of money: the amount in its currency, not in cents. */
export const inEuros = (cents: number): number => cents / 100;
