import type { Context } from 'hono';
import type { Charge } from '../../flow/createRateLimiter.ts';
import { networkOf, wideNetworkOf } from '../../values/address.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';
import { clientAddress } from './caller.ts';

/** The caller's network, and the wider one that it belongs to, each with what a request costs it. */
export function networkCharges(c: Context<ServiceEnv>, cost: number, wideCost: number, prefix = ''): Charge[] {
  const address = clientAddress(c);
  if (address === null) return [[`${prefix}unknown`, cost]];
  const network = networkOf(address);
  return [
    [`${prefix}${network}`, cost],
    [`${prefix}${wideNetworkOf(network)}`, wideCost],
  ];
}
