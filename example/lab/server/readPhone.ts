import { createHash } from 'node:crypto';

import type { ClickFacts } from '../../../service/dist/index.js';
import { phoneModels } from '../device/phoneModels';

type Phone = {
  address: string;
  browser: Partial<ClickFacts>;
};

/** The simulated phone that a request comes from, by the cookie that the lab's page sets. */
export function readPhone(request: Request): Phone | null {
  const cookie = request.headers.get('cookie') ?? '';
  const [, os, phoneId] = /(?:^|;\s*)lab-phone=(ios|android)\.([\w-]+)/.exec(cookie) ?? [];
  if ((os !== 'ios' && os !== 'android') || phoneId === undefined) return null;

  const { screen, browserUserAgent } = phoneModels[os];
  return {
    address: addressOf(phoneId),
    browser: {
      userAgent: browserUserAgent,
      screenWidth: screen.width,
      screenHeight: screen.height,
      scale: screen.scale,
    },
  };
}

/** Each phone has its own place on the network, or one's clicks would be taken for another's. */
function addressOf(phoneId: string): string {
  const [a, b, c] = createHash('sha256').update(phoneId).digest();
  return `10.${a}.${b}.${c}`;
}
