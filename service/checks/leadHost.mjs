// NODE_OPTIONS loads this into every Node process of the check: the page's host has no DNS entry, and port 443 may be
// in use.
import { Resolver } from 'node:dns/promises';
import tls from 'node:tls';
import { setFlagsFromString } from 'node:v8';

// Optimising PGlite's code takes longer than the check runs it.
setFlagsFromString('--liftoff-only');

const [host, port] = (process.env.LED_HOST ?? '').split(':');
const { connect } = tls;

tls.connect = (options, ...rest) =>
  typeof options === 'object' && options.host === host
    ? connect({ ...options, host: '127.0.0.1', port: Number(port) }, ...rest)
    : connect(options, ...rest);

// Doctor asks name servers itself.
const { resolve4 } = Resolver.prototype;
Resolver.prototype.resolve4 = function (name) {
  return name === host ? Promise.resolve(['127.0.0.1']) : resolve4.call(this, name);
};
