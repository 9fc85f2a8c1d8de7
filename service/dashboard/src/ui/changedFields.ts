/** The fields that differ. Only these are sent, so changes that somebody else made in the meantime stay. */
export function changedFields<Values extends object>(before: Values, after: Values): Partial<Values> {
  const texts = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => texts.get(name) !== JSON.stringify(value))
  ) as Partial<Values>;
}
