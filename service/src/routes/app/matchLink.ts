import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createDailyQuota } from '../../flow/createDailyQuota.ts';
import type { MatchFailure, MatchSigns } from '../../operations/MatchQuestion.ts';
import type { MatchedBy } from '../../storage/schema/tables.ts';
import { isPathLink } from '../../values/linkPaths.ts';
import { PASTES_PER_DAY, WIDE_TIMES } from '../../values/rateLimits.ts';
import type { Door } from '../doors/createDoor.ts';
import { RETRY_AFTER_SECONDS } from '../middleware/answerProblems.ts';
import { clientAddress, linkHosts } from '../middleware/caller.ts';
import { networkCharges } from '../middleware/networkCharges.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { endpoint, json, jsonBody } from '../wire/endpoint.ts';
import { installIdParameter, readInstallId } from '../wire/installId.ts';
import { foundLinkSchema, foundLinkToWire } from '../wire/link.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';
import { MAX_LINK_LENGTH, orNull, partialSize, plainText } from '../wire/schemas.ts';

const MAX_NAME_LENGTH = 200;
/** The longest that the library sends. */
const MAX_CLICK_ID_LENGTH = 512;
const MAX_USER_AGENT_LENGTH = 1_000;
/** A person reads a handful of languages; the list only has to be bounded. */
const MAX_LOCALES = 50;

const partialName = orNull(plainText(MAX_NAME_LENGTH));
const matchRequestSchema = z
  .object({
    clickId: orNull(plainText(MAX_CLICK_ID_LENGTH).min(1)).openapi({
      description: 'From the install referrer. If given, nothing else is considered.',
    }),
    platform: partialName.openapi({ example: 'ios' }),
    model: partialName.openapi({ example: 'iPhone 15' }),
    manufacturer: partialName.openapi({ example: 'Apple' }),
    systemVersion: partialName.openapi({ example: '17.5' }),
    screenWidth: partialSize.openapi({ example: 393 }),
    screenHeight: partialSize.openapi({ example: 852 }),
    scale: partialSize.openapi({ example: 3 }),
    locale: z
      .array(z.object({ languageTag: plainText(MAX_NAME_LENGTH) }))
      .max(MAX_LOCALES)
      .nullish(),
    timezone: partialName.openapi({ example: 'Europe/Berlin' }),
    userAgent: plainText(MAX_LINK_LENGTH)
      .nullish()
      .transform((agent) => agent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null),
    timestamp: z
      .number()
      .nullish()
      .openapi({ description: 'Milliseconds by the phone’s clock; not used for matching.' }),
    pastedLink: orNull(plainText(MAX_LINK_LENGTH)).openapi({ description: 'The link found on the clipboard.' }),
  })
  .openapi('MatchRequest');

const foundMatchSchema = foundLinkSchema
  .extend({
    match: z.object({
      by: z.enum(['clickId', 'clipboard', 'fingerprint']),
      confidence: z.number().min(0).max(1).openapi({
        description: 'The probability that this link led to the install; 1 for a match by click id or copied link.',
      }),
    }),
  })
  .openapi('FoundMatch');

const route = endpoint('post', '/api/link/match-link', {
  summary: 'Find the link that led to an install, once',
  parameters: [installIdParameter('The same install gets the same answer again.')],
  request: { body: jsonBody(matchRequestSchema) },
  responses: { 200: json('The link', foundMatchSchema), ...problemResponses(400, 404, 503) },
});

const FAILURES: Readonly<Record<MatchFailure, string>> = {
  no_match: 'No click fits this install.',
  ambiguous_match: 'Clicks of several people fit this install equally.',
  low_confidence: 'No click on this network is likely enough to have led to this install.',
};

/** What the search starts with. If a copied link leads nowhere, the fingerprint may still decide. */
function surestSign({ clickId, pastedLink }: Pick<MatchSigns, 'clickId' | 'pastedLink'>): MatchedBy {
  if (clickId) return 'clickId';
  return pastedLink ? 'clipboard' : 'fingerprint';
}

export function serveMatchLink(
  door: Door,
  {
    findMatch,
    addClick,
    outages,
    site,
    clock,
    metrics,
  }: Pick<ServiceParts, 'findMatch' | 'addClick' | 'outages' | 'site' | 'clock' | 'metrics'>
): void {
  const takeOfNetwork = createDailyQuota(PASTES_PER_DAY, clock);
  const takePaste = (c: Context<ServiceEnv>) =>
    networkCharges(c, 1, 1 / WIDE_TIMES, `${c.get('app').id} `).every(([name, cost]) => takeOfNetwork(name, cost));

  door.openapi(route, async (c) => {
    const caller = readInstallId(c);
    if (caller.kind === 'invalid') return c.json(caller.problem, 400);
    const refuse = () => {
      c.header('Retry-After', String(RETRY_AFTER_SECONDS));
      return c.json(problemBody('unavailable', 'Clicks are waiting for the database. Try again in a moment.'), 503);
    };
    // The click that led here may still wait for the database, and "no match" would be final.
    const app = c.get('app');
    if (addClick.inMemory(app.id) > 0) return refuse();
    const { locale, ...request } = c.req.valid('json');
    const outcome = await findMatch({
      appId: app.id,
      installId: caller.installId,
      hosts: request.pastedLink ? linkHosts(c, site, app) : [],
      isPathLink: (path) => isPathLink(path, app),
      address: clientAddress(c),
      takePaste: () => takePaste(c),
      request: { ...request, languages: locale?.map(({ languageTag }) => languageTag) ?? [] },
      now: clock(),
    });
    // Or the click waits in the memory of another instance.
    if (outcome.kind === 'none' && (addClick.inMemory(app.id) > 0 || outages.isRecent())) return refuse();
    metrics?.countMatch({
      app: app.id,
      method: surestSign(request),
      outcome: outcome.kind === 'none' ? outcome.reason : 'matched',
    });
    if (outcome.kind === 'none') return c.json(problemBody(outcome.reason, FAILURES[outcome.reason]), 404);
    const { link, query, matchedBy, confidence } = outcome;
    return c.json({ ...foundLinkToWire(link, query), match: { by: matchedBy, confidence } }, 200);
  });
}
