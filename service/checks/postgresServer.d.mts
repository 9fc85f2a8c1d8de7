export interface PostgresServer {
  port: number;
  url: string;
  /** Ends it, if it runs, and removes its files. */
  stop: () => Promise<void>;
  /** As a crash: every process ends at once, and nothing is written any more. The files stay. */
  kill: () => Promise<void>;
  /** After a kill. */
  restart: () => Promise<void>;
  /** Makes a primary of a standby. */
  promote: () => Promise<void>;
}

export function startPostgres(options?: {
  settings?: Record<string, string>;
  standbyOf?: PostgresServer;
}): Promise<PostgresServer>;
