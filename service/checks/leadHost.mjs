// NODE_OPTIONS loads this into every Node process of the check: the page's host has no DNS entry, and port 443 may be
// in use.
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
