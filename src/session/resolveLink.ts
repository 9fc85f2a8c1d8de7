import { askAgain } from '../core/askAgain';
import { mayBeShort } from '../core/linkDomains';
import { linkFromTarget } from '../core/linkFromTarget';
import { logFailure } from '../core/outcome';
import { fragmentOf, withoutFragment, type LinkTarget } from '../core/parseLink';
import type { Link, LinkType } from '../types';
import type { SessionParts } from './SessionParts';

/** Asks the service what a short link stands for. Any other link stands for itself. */
export async function resolveLink(
  link: LinkTarget,
  type: LinkType,
  { ports: { clock, log }, service, settings, trace, install }: SessionParts,
  ms: number
): Promise<Link> {
  if (settings.problem !== null || !mayBeShort(link, settings)) return linkFromTarget(link, type);
  if (__DEV__ && !install.isAllowed() && !settings.linkDomains) {
    log.advise(
      'Without consent, a short link that opens the app is still sent to the service. Until you ' +
        'set config.linkDomains, this applies to every https link with one path segment, including sign-in links.'
    );
  }
  const done = trace('resolve');
  const body = { url: withoutFragment(link.url) };
  const outcome = await askAgain(
    clock,
    // While the app waits, the deadline may come first.
    ms,
    // The person asked for the link that they opened, and the service keeps nothing of a request without an id.
    (left) => service.askForLink('resolve-short', body, left, type === 'deferred'),
    ({ kind }) => kind === 'unavailable'
  );
  const { kind, target, reason } = outcome;
  done(kind, reason);
  logFailure(log, 'resolve', outcome);
  if (!target) return linkFromTarget(link, type);
  // A matched link keeps its match, and its data and its fragment unless the short link has its own.
  const { data = null, match = null } = link;
  const url = withoutFragment(target.url) + (fragmentOf(target.url) || fragmentOf(link.url));
  return linkFromTarget({ ...target, url, data: target.data ?? data, match }, type);
}
