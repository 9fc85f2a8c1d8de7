import { isOnDomains } from '../core/linkDomains';
import { parseTarget, type LinkTarget } from '../core/parseLink';
import type { Settings } from '../core/resolveConfig';
import { plainLink, type FoundLink } from '../core/sessionState';
import type { Trace } from '../core/trace';
import type { Ports } from '../ports';
import type { LinkService } from '../service/linkService';
import type { LinkType } from '../types';

/** What a link stands for: itself, or what the service knows it as if it may be a short one and there is time. */
export async function resolveLink(
  link: LinkTarget,
  type: LinkType,
  timeoutMs: number,
  { ports, service, settings, trace }: { ports: Ports; service: LinkService; settings: Settings; trace: Trace }
): Promise<FoundLink> {
  let target: LinkTarget | null = null;
  if (timeoutMs > 0 && link.isShort && isOnDomains(link.host ?? '', settings.linkDomains)) {
    const done = trace('resolve');
    const outcome = await service.resolve(link.url, timeoutMs);
    const { kind, reason } = outcome;
    target = parseTarget(outcome.link);
    done(kind === 'found' && !target ? 'unusable' : kind, reason);
    if (kind !== 'none' && reason)
      ports.log.error(`A short link could not be resolved, so its own path is used: ${reason}.`);
  }
  return plainLink(target ?? link, type);
}
