/**
 * Every advisory lock. No two may share a number. Whoever takes several takes them in this order, and several of one kind
 * in the order of their keys, so nobody deadlocks.
 */
export const LOCKS = {
  /** One instance at a time changes tables and functions. Of the session. */
  migration: 8_787_001,
  /** One at a time adds partitions. */
  partitions: 8_787_002,
  /** Whoever gives hosts to apps waits for those who make links (shared), and the other way round. */
  hosts: 8_787_003,
  /** With a second number for the host: apps that share it make links one after the other. */
  codes: 8_787_004,
} as const;

/**
 * Those of an app or an install, which functions in the database take: the key is `hashtextextended(…, seed)`. The same
 * order holds, behind LOCKS.
 */
export const LOCK_SEEDS = {
  /** Whoever stores rows of the app (shared), and whoever lets its numbers start again: see `arrival`. */
  arrivals: 1,
  /** Whoever stores events from the app's server. */
  serverEvents: 2,
  /** Whoever stores events of an install (shared), and whoever stores its links: see lockInstalls. */
  installs: 3,
  /** Whoever counts an install as a buyer. Nothing is locked after it. */
  buyers: 4,
  /** Whoever adds the day's names of the app, in a transaction of its own. */
  names: 5,
} as const;
