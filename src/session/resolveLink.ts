import { mayBeShort } from '../core/linkDomains';
import { linkOf } from '../core/linkOf';
import { failureOf, type LinkOutcome } from '../core/outcome';
import { fragmentOf, withoutFragment, type LinkTarget } from '../core/parseLink';
import type { Settings } from '../core/resolveConfig';
import type { Trace } from '../core/trace';
import type { Ports } from '../ports';
import type { LinkService } from '../service/linkService';
import type { Install } from '../storage/install';
import type { Link, LinkType } from '../types';

/**
 * The pauses before a request is repeated. On iOS the first request after a link has woken the app often fails
 * (facebook/react-native#35384).
 */
const PAUSES_MS = [300, 1000];

interface ResolveParts {
  ports: Ports;
  service: LinkService;
  settings: Settings;
  trace: Trace;
  install: Pick<Install, 'isAllowed'>;
}

/** Asks the service what a short link stands for, if there is time. Any other link stands for itself. */
export async function resolveLink(
  link: LinkTarget,
  type: LinkType,
  timeoutMs: number,
  { ports, service, settings, trace, install }: ResolveParts
): Promise<Link> {
  const { clock, log } = ports;
  const ends = clock.elapsed() + timeoutMs;
  async function ask([pause, ...pauses] = PAUSES_MS): Promise<LinkOutcome> {
    const outcome = await service.askForLink(
      'resolve-short',
      { url: withoutFragment(link.url) },
      ends - clock.elapsed(),
      // The person asked for the link that they opened, and the service keeps nothing of a request without an id.
      type === 'deferred'
    );
    // Without a reason, consent was withdrawn.
    const mayPass = outcome.kind === 'unavailable' && outcome.reason !== '';
    if (!mayPass || pause === undefined || clock.elapsed() + pause >= ends) return outcome;
    await new Promise<void>((resume) => clock.after(pause, resume));
    return ask(pauses);
  }

  if (timeoutMs <= 0 || !mayBeShort(link, settings)) return linkOf(link, type);
  if (__DEV__ && !install.isAllowed() && !settings.linkDomains) {
    log.advise(
      'Without consent, a short link that opens the app is still sent to the service, to be resolved. Set ' +
        'config.linkDomains, or that holds for every https link with one path segment, sign-in links included.'
    );
  }
  const done = trace('resolve');
  const outcome = await ask();
  const { kind, target, reason } = outcome;
  done(kind, reason);
  const failure = failureOf(outcome);
  if (failure) log.error('resolve', failure);
  if (!target) return linkOf(link, type);
  // A matched link keeps its match, and its data and its fragment unless the short link has its own.
  const { data = null, match = null } = link;
  const url = withoutFragment(target.url) + (fragmentOf(target.url) || fragmentOf(link.url));
  return linkOf({ ...target, url, data: target.data ?? data, match }, type);
}
