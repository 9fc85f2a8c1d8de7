import ipaddr from 'ipaddr.js';

/** Nobody else's browser ends up there by a link: this machine, and the network around it. */
const LOCAL_RANGES = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

/** Whether a host, with or without a port, is this machine or an address of a private network. */
export function isLocalHost(host: string): boolean {
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return ipaddr.isValid(name) && LOCAL_RANGES.has(ipaddr.process(name).range());
}

/** Whether it is a host name as an app may have, such as go.example.com or localhost:8787. */
export function isHost(text: string): boolean {
  if (!URL.canParse(`https://${text}`)) return false;
  const url = new URL(`https://${text}`);
  return url.host === text || url.host === text.replace(/:443$/, '');
}
