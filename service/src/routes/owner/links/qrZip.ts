import { z } from '@hono/zod-openapi';
import { listLinks } from '../../../storage/company/linkLists.ts';
import { MAX_CAMPAIGN_LENGTH } from '../../../values/campaign.ts';
import { shortUrl } from '../../../values/shortUrl.ts';
import type { Door } from '../../doors/createDoor.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField } from '../../wire/daysQuery.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { appParameter } from '../reports/reportQuery.ts';
import { codeSchema, MAX_TAG_LENGTH } from '../../wire/link.ts';
import { problemResponses } from '../../wire/problems.ts';
import { plainText } from '../../wire/schemas.ts';
import { zipQrCodes } from './zipQrCodes.ts';

/** Each takes some milliseconds and eight kilobytes. */
const MAX_LINKS = 1_000;

const querySchema = z
  .strictObject({
    campaign: plainText(MAX_CAMPAIGN_LENGTH).optional().openapi({ description: 'The links of this campaign.' }),
    tag: plainText(MAX_TAG_LENGTH).optional().openapi({ description: 'The links with this tag.' }),
    link: z
      .union([codeSchema.transform((code) => [code]), z.array(codeSchema).max(MAX_LINKS)])
      .optional()
      .openapi({
        description: 'The links with these codes; may be given several times.',
        type: 'array',
        items: { type: 'string' },
      }),
    app: appParameter,
  })
  .refine(
    ({ campaign, tag, link }) => campaign !== undefined || tag !== undefined || link !== undefined,
    'give campaign, tag or link'
  );

const route = endpoint('get', '/api/links/qr.zip', {
  scope: 'read',
  summary: `The QR codes of some links as SVG and PNG, each by the link’s name and code; at most ${MAX_LINKS} links`,
  request: { query: querySchema },
  responses: {
    200: { description: 'The files', content: { 'application/zip': { schema: z.string() } } },
    ...problemResponses(400),
  },
});

export function serveQrZip(door: Door, { queries, site }: Pick<ServiceParts, 'queries' | 'site'>): void {
  door.openapi(route, async (c) => {
    const app = c.get('app');
    const { link: codes, campaign, tag } = c.req.valid('query');
    const filter = { appId: app.id, kind: null, search: null, campaign, tag, codes };
    const links = await listLinks(queries, filter, MAX_LINKS + 1);
    if (links.length > MAX_LINKS) {
      return c.json(answerInvalidField('campaign', `has more than ${MAX_LINKS} links; give a tag, too`), 400);
    }
    const origin = linkOrigin(c, site, app);
    const zip = await zipQrCodes(links.map(({ name, code }) => ({ name, code, shortUrl: shortUrl(origin, code) })));
    c.header('Content-Disposition', 'attachment; filename="qr.zip"');
    return c.body(zip, 200, { 'Content-Type': 'application/zip' });
  });
}
