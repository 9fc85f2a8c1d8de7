/** One step from one schema to the next. Never edit one that has been released. */
export type Migration =
  /** Run in one transaction. */
  | { name: string; statements: readonly string[] }
  /** Built without stopping writers, which PostgreSQL can do only outside of a transaction. */
  | { name: string; indexes: readonly { name: string; definition: string }[] };
