/** An event's amount is in euros, not in cents. */
export const inEuros = (cents: number): number => cents / 100;
