export function startCitus(): Promise<{
  /** Of a database on the coordinator that all servers know. */
  url: string;
  stop: () => Promise<void>;
}>;
