/**
 * Advisory locks; those of an app, which functions in the database take, are in functions/locks.ts. No two may share a
 * number. Whoever takes several takes them in this order, and several of one kind in the order of their keys, so nobody
 * deadlocks.
 */
export const LOCKS = {
  /** One instance at a time changes tables and functions. Held by the session. */
  migration: 8_787_001,
  /** One at a time adds partitions. */
  partitions: 8_787_002,
  /** Whoever gives hosts to apps waits for those who create links (shared), and the other way round. */
  hosts: 8_787_003,
  /** With a second number for the host: apps that share it create links one after the other. */
  codes: 8_787_004,
} as const;
