import { isOnDomains } from '../core/linkDomains';
import { parseAppPath, parseLink, type ParsedLink } from '../core/parseLink';
import type { Settings } from '../core/resolveConfig';
import type { Log } from '../ports';
import type { LinkService } from '../service/linkService';
import type { LinkType } from '../types';
import type { Trace } from './diagnostics';

export interface FoundLink {
  url: string;
  route: string;
  type: LinkType;
}

/** What a link stands for: itself, or what the service knows it as if it may be a short one. */
export async function resolveLink(
  link: Pick<ParsedLink, 'url' | 'route'> & Partial<ParsedLink>,
  type: LinkType,
  timeoutMs: number,
  { service, settings, log, trace }: { service: LinkService; settings: Settings; log: Log; trace: Trace }
): Promise<FoundLink> {
  let { url, route } = link;
  if (link.isShort && isOnDomains(link.host ?? '', settings.linkDomains)) {
    const done = trace('resolve');
    const outcome = await service.resolve(url, timeoutMs);
    if (outcome.kind === 'found') {
      const target = parseLink(outcome.link) ?? parseAppPath(outcome.link);
      if (target) ({ url, route } = target);
      done(target ? 'found' : 'unusable');
    } else if (outcome.kind === 'none') {
      done('none', 'not a short link');
    } else {
      done(outcome.kind, outcome.reason);
      log.error(`A short link could not be resolved, so its own path is used: ${outcome.reason}.`);
    }
  }
  return { url, route, type };
}
