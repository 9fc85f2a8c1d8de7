/** One step from one state of the tables to the next. Never edit one that has been released. */
export type Migration = {
  name: string;
} & (
  | {
      /** Run in one transaction. */
      statements: readonly string[];
    }
  | {
      /**
       * Built without stopping writers, which PostgreSQL can do only outside of a transaction, and not on tables with
       * partitions: their indexes are statements.
       */
      indexes: readonly { name: string; definition: string }[];
    }
);
