/** A step from one state of the tables to the next. Never edit a migration that has been released. */
export type Migration = {
  name: string;
} & (
  | {
      /** Run in one transaction. */
      statements: readonly string[];
    }
  | {
      /**
       * Built without blocking writers. PostgreSQL can do that only outside of a transaction, and not on partitioned
       * tables: indexes of those belong in `statements`.
       */
      indexes: readonly { name: string; definition: string }[];
    }
);
