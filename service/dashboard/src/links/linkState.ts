import type { Link } from './requests.ts';

export type LinkState = 'live' | 'disabled' | 'expired';

export function linkStateOf({ disabled, expiresAt }: Pick<Link, 'disabled' | 'expiresAt'>, now: number): LinkState {
  if (disabled) return 'disabled';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'live';
}
