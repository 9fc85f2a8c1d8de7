import { Client, type ClientConfig } from 'pg';
import { within } from '../values/within.ts';

/** A request may wait while all servers are asked together. A server that takes longer is of no use anyway. */
const ANSWER_WITHIN_MS = 2_000;

/** Without a primary, all connections fail right away for this long. A failover takes longer anyway. */
const NONE_FOR_MS = 200;

/** PostgreSQL's own code for a server that can't be used now and may be soon. */
const CANNOT_CONNECT_NOW = '57P03';

class NoPrimary extends Error {
  readonly code = CANNOT_CONNECT_NOW;
}

interface Server {
  url: string;
  host: string;
  port: number;
}

type Asked = { kind: 'primary'; server: Server; timeline: number } | { kind: 'unusable'; reason: string };

async function takesWrites(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  return rows[0]?.transaction_read_only === 'off';
}

/** Each promotion begins a new timeline. If two servers take writes, the higher timeline was promoted last. */
async function readTimeline(client: Client): Promise<number> {
  const { rows } = await client.query<{ segment: string }>('SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment');
  return parseInt(rows[0]?.segment.slice(0, 8) ?? '0', 16);
}

async function ask(server: Server): Promise<Asked> {
  const client = new Client({
    connectionString: server.url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on('error', () => {});
  const place = `${server.host}:${server.port}`;
  const answer = async (): Promise<Asked> => {
    await client.connect();
    if (!(await takesWrites(client))) return { kind: 'unusable', reason: `${place} is read-only, like a standby` };
    // A database that only resembles PostgreSQL may have no timelines; then the order given decides.
    return { kind: 'primary', server, timeline: await readTimeline(client).catch(() => 0) };
  };
  try {
    return await within(ANSWER_WITHIN_MS, answer(), () => ({ kind: 'unusable', reason: `${place} does not answer` }));
  } catch (error) {
    return { kind: 'unusable', reason: `${place}: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    client.end().catch(() => {});
  }
}

async function findPrimary(servers: readonly Server[]): Promise<Server> {
  const answers = await Promise.all(servers.map(ask));
  const primaries = answers.filter((answer) => answer.kind === 'primary');
  // Servers with equal timelines stay in the order given.
  const [primary] = primaries.sort((one, other) => other.timeline - one.timeline);
  if (primary) return primary.server;
  const reasons = answers.flatMap((answer) => (answer.kind === 'unusable' ? [answer.reason] : []));
  throw new NoPrimary(`No server accepts writes: ${reasons.join('; ')}`);
}

/**
 * A class of clients that connect to whichever server takes writes, and never to a standby. The driver itself knows
 * only one server, and accepts a standby. The server that was found is used until a connection to it fails or is lost.
 * `urls` has a connection string for each server.
 */
export function createPrimaryClient(urls: readonly string[]): new (config?: ClientConfig) => Client {
  const servers = urls.map((url): Server => {
    const { host, port } = new Client({ connectionString: url });
    return { url, host, port };
  });
  let known: Promise<Server> | null = null;

  function forget(found: Promise<Server>): void {
    if (known === found) known = null;
  }

  function primary(): Promise<Server> {
    if (known) return known;
    const [only] = servers;
    const found = servers.length === 1 && only ? Promise.resolve(only) : findPrimary(servers);
    known = found;
    found.catch(() => setTimeout(() => forget(found), NONE_FOR_MS).unref());
    return found;
  }

  return class PrimaryClient extends Client {
    #isEnded = false;

    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: urls[0] });
      // The client's user gets errors, too. This listener keeps an early one from ending the process.
      this.on('error', () => {});
    }

    async #connect(): Promise<this> {
      const found = primary();
      const { host, port } = await found;
      if (this.#isEnded) throw new Error('Connection terminated');
      this.host = host;
      this.port = port;
      // The driver never settles its own promise if the client is ended while it connects.
      const ended = new Promise<never>((_resolve, reject) => {
        this.once('end', () => {
          if (!this.#isEnded) forget(found);
          reject(new Error('Connection terminated'));
        });
      });
      ended.catch(() => {});
      try {
        await Promise.race([super.connect(), ended]);
        if (await takesWrites(this)) return this;
        throw new NoPrimary(`${host}:${port} is read-only, like a standby`);
      } catch (error) {
        forget(found);
        void this.end();
        throw error;
      }
    }

    override connect(): Promise<this>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
    override connect(callback?: ((error: Error) => void) | ((error: null, client: Client) => void)) {
      const connected = this.#connect();
      if (!callback) return connected;
      const call = callback as (error: unknown, client?: Client) => void;
      connected.then(
        () => call(null, this),
        (error: unknown) => call(error)
      );
      return undefined;
    }

    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void) {
      this.#isEnded = true;
      return callback ? super.end(callback) : super.end();
    }
  };
}
