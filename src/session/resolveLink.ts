import { mayBeShort } from '../core/linkDomains';
import { linkOf } from '../core/linkOf';
import { fragmentOf, withoutFragment, type LinkTarget } from '../core/parseLink';
import type { Settings } from '../core/resolveConfig';
import type { Trace } from '../core/trace';
import type { Ports } from '../ports';
import type { LinkService } from '../service/linkService';
import type { Link, LinkType } from '../types';

/**
 * The pauses before a request is repeated. On iOS the first request after a link has woken the app often fails
 * (facebook/react-native#35384).
 */
const PAUSES_MS = [300, 1000];

/** Asks the service what a short link stands for, if there is time. Any other link stands for itself. */
export async function resolveLink(
  link: LinkTarget,
  type: LinkType,
  timeoutMs: number,
  { ports, service, settings, trace }: { ports: Ports; service: LinkService; settings: Settings; trace: Trace }
): Promise<Link> {
  let target: LinkTarget | undefined;
  if (timeoutMs > 0 && mayBeShort(link, settings)) {
    const done = trace('resolve');
    const { clock } = ports;
    const ends = clock.elapsed() + timeoutMs;
    const ask = () => service.askForLink('resolve-short', { url: withoutFragment(link.url) }, ends - clock.elapsed());
    let outcome = await ask();
    for (const pause of PAUSES_MS) {
      // Without a reason, consent was withdrawn.
      if (outcome.kind !== 'unavailable' || !outcome.reason || clock.elapsed() + pause >= ends) break;
      await new Promise<void>((resume) => clock.after(pause, resume));
      outcome = await ask();
    }
    const { kind, reason } = outcome;
    ({ target } = outcome);
    done(kind, reason);
    if (!target && kind !== 'none' && reason) {
      ports.log.error(`A short link could not be resolved, so its own path is used: ${reason}.`);
    }
  }
  if (!target) return linkOf(link, type);
  // A matched link keeps its match, and its data and its fragment unless the short link has its own.
  const { data = null, match = null } = link;
  const url = withoutFragment(target.url) + (fragmentOf(target.url) || fragmentOf(link.url));
  return linkOf({ ...target, url, data: target.data ?? data, match }, type);
}
