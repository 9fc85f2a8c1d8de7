import { inkOn } from '../../../values/colour.ts';
import { iconPath } from '../../../values/icon.ts';
import { initialOf } from '../../../values/initialOf.ts';
import type { Door } from '../../doors/createDoor.ts';
import { requestHost } from '../../middleware/caller.ts';
import type { FindAppsHere } from '../findAppsHere.ts';
import { chooseLanguage } from '../landing/languages/chooseLanguage.ts';
import { wordsOf } from '../landing/languages/wordsOf.ts';
import { bannerScript } from './bannerScript.ts';

/** Every page of a web site loads it; a changed colour can wait that long. */
const CACHED_SECONDS = 600;

/** The bar that a team's web site shows to phones, as one script. It needs no key: all of it is public. */
export function serveBanner(door: Door, findAppsHere: FindAppsHere): void {
  door.get('/banner.js', async (c) => {
    const host = requestHost(c);
    const apps = await findAppsHere(c);
    const app = apps.find(({ linkHosts }) => linkHosts.includes(host)) ?? apps[0];
    const headers = {
      'Content-Type': 'text/javascript; charset=UTF-8',
      'Cache-Control': `public, max-age=${CACHED_SECONDS}`,
      Vary: 'Accept-Language, Host, X-Forwarded-Host',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    if (!app) return c.body('// No app has its links on this host.\n', 404, headers);
    const words = wordsOf(chooseLanguage(c.req.header('accept-language'), app.texts), app.texts, app.name);
    const banner = {
      name: app.name,
      initial: initialOf(app.name),
      icon: app.icon && iconPath(app.id, app.icon),
      accent: app.accent,
      accentInk: app.accent && inkOn(app.accent),
      open: words.text('openButton'),
      close: words.text('closeButton'),
      language: words.language,
      direction: words.direction,
      hasPathLinks: app.pathLinks === 'on',
    };
    return c.body(`${bannerScript}(${JSON.stringify(banner)});\n`, 200, headers);
  });
}
