import { connect } from 'node:net';

/** What one connection sends: the whole request, as bytes on the wire. */
export type NextRequest = () => string;

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
  /** No request is sent after this time. */
  forMs: number;
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

/** Where the answer at the beginning of the text ends; null while it is not complete. */
function endOfAnswer(text: string): number | null {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = text.slice(0, headEnd).toLowerCase();
  const bodyStart = headEnd + HEAD_END.length;
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) {
    const end = bodyStart + Number(length);
    return text.length >= end ? end : null;
  }
  if (!head.includes('\r\ntransfer-encoding: chunked')) return bodyStart;
  const last = text.indexOf('0\r\n\r\n', bodyStart);
  return last < 0 ? null : last + '0\r\n\r\n'.length;
}

/**
 * Sends requests over a number of connections, one at a time on each. We wrote our own, because every request needs
 * another body (a click is claimed once, an event is new once) and every status is counted. It uses bare sockets,
 * because it shares the cores with the service and must cost little.
 */
export async function sendLoad({ port, connections, forMs, most, next, everyMs = 0 }: Load): Promise<LoadResult> {
  const statuses = new Map<number, number>();
  const latencies: number[] = [];
  const startedAt = performance.now();
  let sent = 0;

  function work(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
      let received = '';
      let sentAt = 0;
      const send = () => {
        if (sent >= most || performance.now() - startedAt >= forMs) {
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
        received += part;
        const end = endOfAnswer(received);
        if (end === null) return;
        const status = Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
        received = received.slice(end);
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
