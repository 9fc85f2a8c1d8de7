import type { ClickFacts } from '../../../service/src/matching/ClickFacts.ts';
import { browserOf, phoneModels } from '../device/phoneModels';
import { PHONE_HEADER, readPhonePath, readPhoneTag } from '../device/phoneTag';

interface Phone {
  address: string;
  browser: Partial<ClickFacts>;
}

const HEX = 16;

/** Each lab has its own place on the network; otherwise clicks in one lab would match installs in another. */
function addressOf(networkId: string): string {
  // The id is a UUID, whose first digits are random.
  const bytes = networkId.match(/[\da-f]{2}/g)?.slice(0, 3) ?? [];
  return `10.${bytes.map((byte) => Number.parseInt(byte, HEX)).join('.')}`;
}

/** The simulated phone that a request comes from. */
export function readPhone(request: Pick<Request, 'headers'>): Phone | null {
  const tag = readPhoneTag(request.headers.get(PHONE_HEADER) ?? '');
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

/**
 * Makes a request come from its simulated phone. The phone's app says which one that is in a header. Its browser says
 * so in the address, or in that of the page that asks, so two tabs with two labs don't get in each other's way.
 */
export function withPhone(request: Request, referrer: string | null): Request {
  const url = new URL(request.url);
  const opened = readPhonePath(url.pathname);
  const asking = referrer !== null && URL.canParse(referrer) ? readPhonePath(new URL(referrer).pathname) : null;
  const tag = request.headers.get(PHONE_HEADER) ?? (opened ?? asking)?.tag ?? '';
  const headers = new Headers(request.headers);
  headers.set(PHONE_HEADER, tag);
  const phone = readPhone({ headers });
  if (phone) headers.set('X-Forwarded-For', phone.address);
  else headers.delete('X-Forwarded-For');
  if (!opened) return new Request(request, { headers });
  url.pathname = opened.path;
  return new Request(url, { headers });
}
