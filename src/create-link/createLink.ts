import { parseAppPath, parseLink } from '../core/parseLink';
import { reasonOf } from '../core/reasonOf';
import { app, ports } from '../app';

/** The link to create. */
export interface NewLink {
  /** Where the link leads in the app, such as `/product/42?color=red`. */
  route: string;
  /** A JSON object of at most 8 KiB, which arrives as `link.data`. Anybody with the link can read it. */
  data?: object | undefined;
  /** The title of the landing page and previews, shown only if the app's `--shared-titles` is on. */
  title?: string | undefined;
}

/** The result of `createLink`: the short link, or the reason why there is none. */
export type CreatedLink = { ok: true; url: string } | { ok: false; reason: string };

/** In characters, as a phone counts them. The service counts bytes, so it may refuse data that passes here. */
const MAX_DATA_LENGTH = 8 * 1024;

const failed = (reason: string): CreatedLink => ({ ok: false, reason });

/** A copy, because the app may change its object before it is sent. Data that is not JSON throws here. */
function copyOf({ route, data, title }: NewLink): NewLink {
  const [copy] = JSON.parse(JSON.stringify([data])) as [NewLink['data']];
  return { route, data: data === undefined ? undefined : copy, title };
}

function problemOf({ route, data, title }: NewLink): string | undefined {
  if (!parseAppPath(route)) return 'route must be a path in the app, such as /product/42';
  if (title !== undefined && typeof title !== 'string') return 'title must be a string';
  if (data === undefined) return undefined;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return 'data must be an object';
  return JSON.stringify(data).length > MAX_DATA_LENGTH ? 'data is over 8 KiB' : undefined;
}

async function create(asked: NewLink): Promise<CreatedLink> {
  const link = copyOf(asked);
  const problem = problemOf(link);
  if (problem !== undefined) return failed(problem);
  // The effects of a screen that mounts together with the provider run before the provider's own, which start it.
  await Promise.resolve();
  const launch = app.current();
  if (!launch?.service) return failed('no LinkProvider is mounted, or this is the web');
  const { settings, service, trace } = launch;
  if (settings.problem !== null) return failed(settings.problem);
  if (__DEV__ && link.title !== undefined)
    ports.log.advise(
      'createLink: anybody with the app can write a title, so the landing page shows it only after ' +
        '`apps set ID --shared-titles on`.'
    );
  const done = trace('createLink');
  const outcome = await service.askForLink('create', link, settings.timeoutMs);
  const url = parseLink(outcome.target?.url);
  if (url?.type === 'verified') {
    done('created');
    return { ok: true, url: url.url };
  }
  // With a target, the reason only says what was left out of it.
  const given = outcome.target ? undefined : outcome.reason;
  // Without consent nothing is sent, and so nothing is answered.
  const reason = given === '' ? 'config.consent is not granted' : (given ?? 'the answer contains no link');
  done(outcome.kind === 'unavailable' ? 'unavailable' : 'refused', reason);
  return failed(reason);
}

/**
 * Creates a short link to share. Whoever installs the app through it arrives at this route with this data. An install
 * that asks again for the same route and data gets the same link. Resolves within `config.timeoutMs` and never rejects.
 * Needs a mounted `LinkProvider` and `consent: 'granted'`.
 *
 * @example
 * const invite = await createLink({ route: '/invite', data: { invitedBy: user.name } });
 * if (invite.ok) await Share.share({ message: invite.url });
 */
export async function createLink(link: NewLink): Promise<CreatedLink> {
  try {
    return await create(link);
  } catch (error) {
    return failed(reasonOf(error));
  }
}
