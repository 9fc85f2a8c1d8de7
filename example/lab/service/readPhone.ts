import { createHash } from 'node:crypto';

import type { ClickFacts } from '../../../service/src/index.ts';
import { browserOf, phoneModels } from '../device/phoneModels';
import { PHONE_COOKIE, PHONE_HEADER, readPhoneTag } from '../device/phoneTag';

interface Phone {
  address: string;
  browser: Partial<ClickFacts>;
}

/** Each lab has its own place on the network; otherwise clicks in one lab would match installs in another. */
function addressOf(networkId: string): string {
  const [a, b, c] = createHash('sha256').update(networkId).digest();
  return `10.${a}.${b}.${c}`;
}

/** The simulated phone that a request comes from: its app says so in a header, its browser in a cookie. */
export function readPhone(request: Request): Phone | null {
  const cookie = request.headers.get('cookie') ?? '';
  const [, fromCookie] = new RegExp(`(?:^|;\\s*)${PHONE_COOKIE}=([^;]+)`).exec(cookie) ?? [];
  const tag = readPhoneTag(request.headers.get(PHONE_HEADER) ?? fromCookie ?? '');
  if (tag === null) return null;

  const { screen, webViewUserAgent } = phoneModels[tag.os];
  return {
    address: addressOf(tag.networkId),
    browser: {
      userAgent: tag.switches.linksOpenIn === 'chat' ? webViewUserAgent : browserOf(tag.os, tag.owner),
      screenWidth: screen.width,
      screenHeight: screen.height,
      scale: screen.scale,
    },
  };
}
