import { z } from '@hono/zod-openapi';
import { MAX_OWN_TEXTS, type OwnTexts } from '../../values/ownTexts.ts';
import type { Door } from '../doors/createDoor.ts';
import { linkOrigin } from '../middleware/caller.ts';
import { chooseLanguage } from '../public/landing/languages/chooseLanguage.ts';
import { wordsOf } from '../public/landing/languages/wordsOf.ts';
import { openLink } from '../public/landing/openLink.ts';
import { landingPage, NO_CLICK } from '../public/landing/page.ts';
import { pageHeaders } from '../public/landing/pageHeaders.ts';
import { storeLink } from '../public/landing/storeLink.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { appSettings } from '../wire/app.ts';
import { endpoint } from '../wire/endpoint.ts';
import { descriptionSchema, imageUrlSchema, titleSchema } from '../wire/link.ts';
import { problemResponses } from '../wire/problems.ts';
import { plainText } from '../wire/schemas.ts';
import { appPathSchema, findAppInReach, unknownApp } from './apps.ts';

const EXAMPLE = { code: 'example', path: '/' };

const draft = (name: keyof typeof MAX_OWN_TEXTS) => plainText(MAX_OWN_TEXTS[name]).optional();

/** An empty value stands for none. */
const colour = (schema: typeof appSettings.accent) =>
  z.preprocess((value) => (value === '' ? null : value), schema).optional();

const querySchema = z.object({
  device: z.enum(['ios', 'android', 'desktop']).default('ios'),
  scheme: z.enum(['light', 'dark']).optional(),
  language: plainText(20).default('en'),
  accent: colour(appSettings.accent),
  background: colour(appSettings.background),
  iosButton: appSettings.iosButton.optional(),
  headline: draft('headline'),
  text: draft('text'),
  getButton: draft('getButton'),
  openButton: draft('openButton'),
  title: titleSchema
    .optional()
    .openapi({ description: 'The title of a link, which is shown instead of the headline.' }),
  description: descriptionSchema.optional(),
  imageUrl: imageUrlSchema.optional(),
});

const route = endpoint('get', '/api/apps/{id}/preview', {
  scope: 'read',
  summary: 'Preview the landing page of an app with these colours and texts; this doesn’t count as a click',
  request: { params: appPathSchema, query: querySchema },
  responses: {
    200: { description: 'The page', content: { 'text/html': { schema: z.string() } } },
    ...problemResponses(404),
  },
});

/** Leaves out blank texts, so the built-in ones show. */
function ownOf(texts: Record<string, string | undefined>): OwnTexts[string] {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.trim()));
}

/** Shows an app's owner the very page that visitors get, before anything is saved. */
export function servePreview(door: Door, { queries, site }: Pick<ServiceParts, 'queries' | 'site'>): void {
  door.openapi(route, async (c) => {
    const app = await findAppInReach(c, queries, c.req.valid('param').id);
    if (!app) return c.json(unknownApp, 404);
    const { device, scheme, language, accent, background, ...others } = c.req.valid('query');
    const { iosButton = app.iosButton, title = null, description = null, imageUrl = null, ...texts } = others;
    const brand = {
      ...app,
      accent: accent === undefined ? app.accent : accent,
      background: background === undefined ? app.background : background,
    };
    const own = { ...app.texts, [language]: ownOf(texts) };
    const pageUrl = `${linkOrigin(c, site, app)}/${EXAMPLE.code}`;
    const listing = { ...app, storeUrl: site.storeUrl };
    const page = await landingPage({
      ...NO_CLICK,
      brand,
      words: wordsOf(chooseLanguage(language, own), own, app.name),
      scheme,
      notice: null,
      link: { title, description, imageUrl },
      destination: EXAMPLE.path,
      platform: device === 'desktop' ? null : device,
      stores: { ios: storeLink(listing, 'ios', null, null), android: storeLink(listing, 'android', null, null) },
      iosButton,
      openUrl: openLink(app.scheme, EXAMPLE.path),
      intents: null,
      leaving: { isStuck: false, wayOut: null, marks: {} },
      pageUrl,
      scannedUrl: pageUrl,
      copiedLink: pageUrl,
    });
    const headers = await pageHeaders({ colours: brand, scheme, imageUrl });
    return new Response(page.toString(), { status: 200, headers });
  });
}
