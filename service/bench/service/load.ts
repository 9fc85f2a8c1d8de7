import { connect } from 'node:net';

/** What one connection sends: the whole request, as bytes on the wire. */
type NextRequest = () => string;

export interface LoadResult {
  /** How many answers of each status came. */
  statuses: Map<number, number>;
  seconds: number;
  /** Milliseconds from request to answer, in order. */
  latencies: number[];
}

export interface Load {
  port: number;
  connections: number;
  /** No request is sent after this time, unless fewer than `least` were. */
  forMs: number;
  /** @default 0 */
  least?: number;
  /** No more requests than this are sent. */
  most: number;
  next: NextRequest;
  /**
   * How long after a request each connection sends its next one, at the earliest.
   * @default 0
   */
  everyMs?: number;
}

const HEAD_END = '\r\n\r\n';

/** The end of a body whose length was not known when it began. */
const LAST_CHUNK = '0\r\n\r\n';

/** Reads one answer from its parts. Each part is looked at once, as a report has megabytes of them. */
function createAnswer() {
  let head = '';
  let isHeadRead = false;
  let tail = '';
  /** How much the body lacks; Infinity until the head is complete, or where the last chunk tells. */
  let lacking = Infinity;
  return {
    status: () => Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
    /** Returns whether the answer is complete. */
    add(part: string): boolean {
      tail = (tail + part).slice(-LAST_CHUNK.length);
      if (isHeadRead) lacking -= part.length;
      else {
        head += part;
        const end = head.indexOf(HEAD_END);
        isHeadRead = end >= 0;
        if (!isHeadRead) return false;
        const fields = head.slice(0, end).toLowerCase();
        const isChunked = fields.includes('\r\ntransfer-encoding: chunked');
        const length = Number(/\r\ncontent-length: *(\d+)/.exec(fields)?.[1] ?? 0);
        lacking = isChunked ? Infinity : end + HEAD_END.length + length - head.length;
      }
      return lacking === Infinity ? tail === LAST_CHUNK : lacking <= 0;
    },
  };
}

/**
 * Sends requests over a number of connections, one at a time on each. We wrote our own, because every request needs
 * another body (a click is claimed once, an event is new once) and every status is counted. It uses bare sockets,
 * because it shares the cores with the service and must cost little.
 */
export async function sendLoad({
  port,
  connections,
  forMs,
  least = 0,
  most,
  next,
  everyMs = 0,
}: Load): Promise<LoadResult> {
  const statuses = new Map<number, number>();
  const latencies: number[] = [];
  const startedAt = performance.now();
  let sent = 0;

  function work(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
      let answer = createAnswer();
      let sentAt = 0;
      const send = () => {
        if (sent >= most || (sent >= least && performance.now() - startedAt >= forMs)) {
          socket.end();
          return resolve();
        }
        sent += 1;
        sentAt = performance.now();
        socket.write(next());
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('data', (part: string) => {
        if (!answer.add(part)) return;
        const status = answer.status();
        answer = createAnswer();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const took = performance.now() - sentAt;
        latencies.push(took);
        if (took >= everyMs) send();
        else setTimeout(send, everyMs - took);
      });
    });
  }

  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { statuses, seconds, latencies: latencies.sort((one, other) => one - other) };
}
