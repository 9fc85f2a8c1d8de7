import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The caller's address, or null where there is no socket, as in a request made in process. */
export function clientAddress(c: Context, trustProxy: boolean): string | null {
  const address = (trustProxy && forwardedAddress(c)) || socketAddress(c);
  // A socket open to both families gives IPv4 callers in IPv6 clothes.
  const plain = address?.replace(/^::ffff:/i, '');
  return plain && isIP(plain) ? plain : null;
}

// The last entry is the one our own proxy wrote; those before it are the caller's word.
function forwardedAddress(c: Context): string | undefined {
  return c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
}

function socketAddress(c: Context): string | undefined {
  const hasSocket = typeof c.env === 'object' && c.env !== null && 'incoming' in c.env;
  return hasSocket ? getConnInfo(c).remote.address : undefined;
}
