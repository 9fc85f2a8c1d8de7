export type Change =
  /** Or something may have changed unnoticed. */
  | { kind: 'everything' }
  /** An app or its keys. */
  | { kind: 'app'; appId: string }
  | { kind: 'links'; appId: string; codes: readonly string[] };
