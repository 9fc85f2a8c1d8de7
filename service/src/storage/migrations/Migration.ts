/** One step from one schema to the next. Never edit one that has been released. */
export type Migration =
  /** Run in one transaction. */
  | { name: string; statements: readonly string[] }
  /** Built without stopping writers, which PostgreSQL does outside of transactions only. */
  | { name: string; indexes: readonly { name: string; definition: string }[] };
