import ipaddr from 'ipaddr.js';
import { remember } from './remember.ts';

/** Addresses of this machine and of private networks: no link leads anybody else's browser there. */
const LOCAL_RANGES = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

/** No other host is an address. This saves asking ipaddr.js, which costs more than the rest of a request. */
const MAYBE_ADDRESS = /^\d[\da-fx.]*$|:/;

/** Whether a host, with or without a port, is this machine or an address of a private network. */
export function isLocalHost(host: string): boolean {
  const name = host
    // An IPv6 address without brackets can't be followed by a port.
    .replace(/^(\[[^\]]*\]|[^:]*):\d+$/, '$1')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return MAYBE_ADDRESS.test(name) && ipaddr.isValid(name) && LOCAL_RANGES.has(ipaddr.process(name).range());
}

/** Whether a host is only for examples, so no DNS knows it (RFC 2606). */
export function isReservedHost(host: string): boolean {
  return /(^|\.)(example|invalid)(:\d+)?$/.test(host);
}

/** Letters, digits, - and _ between dots, as DNS has them; or an address, in brackets if it is IPv6. */
const NAME =
  /^(?=.{1,253}(:|$))([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(:\d+)?$/;
const BRACKETED = /^\[[0-9a-f:.]+\](:\d+)?$/;

/** A service has a few hosts; other hosts that are asked for are somebody's experiment. */
const HOSTS_REMEMBERED = 1_000;

/** The host as requests will name it: in lower case, in ASCII, and without a default port. */
export const normalizeHost: (text: string) => string = remember(HOSTS_REMEMBERED, (text) => {
  const host = text.trim().toLowerCase();
  if (/[/?#@\\\s]/.test(host) || !URL.canParse(`https://${host}`)) return host;
  return new URL(`https://${host}`).host.replace(/:80$/, '').replace(/\.(?=:|$)/, '');
});

/** Whether it is a host as an app may have, such as go.example.com or localhost:8787, in its normal form. */
export function isHost(text: string): boolean {
  return (NAME.test(text) || BRACKETED.test(text)) && !text.endsWith(':0') && normalizeHost(text) === text;
}
