export interface PostgresServer {
  port: number;
  url: string;
  stop: () => Promise<void>;
  /** As a crash: every process ends at once, and nothing is written any more. */
  kill: () => Promise<void>;
  promote: () => Promise<void>;
}

export function startPostgres(options?: {
  settings?: Record<string, string>;
  standbyOf?: PostgresServer;
}): Promise<PostgresServer>;
