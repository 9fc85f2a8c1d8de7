import { z } from '@hono/zod-openapi';
import { changeLinks } from '../../../operations/changeLink.ts';
import { createAllLinks, createLink } from '../../../operations/createLink.ts';
import { deleteAllLinks } from '../../../operations/deleteLink.ts';
import { restoreAllLinks } from '../../../operations/restoreLink.ts';
import { MAX_CODE_LENGTH } from '../../../values/shortUrl.ts';
import type { Doors } from '../../doors/createDoors.ts';
import { linkOrigin } from '../../middleware/caller.ts';
import { authorOf } from '../../middleware/requireKey.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint, json, jsonBody } from '../../wire/endpoint.ts';
import {
  codeSchema,
  DEEPEST_DATA,
  isShallow,
  linkChangeSchema,
  linkFromWire,
  linkSchema,
  linkToWire,
  nameSchema,
  newLinkSchema,
} from '../../wire/link.ts';
import { problemBody, problemResponses } from '../../wire/problems.ts';
import { plainText } from '../../wire/schemas.ts';
import { filledLength, fillTemplate } from './fillTemplate.ts';

/** As many links as fit into a body with ordinary titles. */
const MAX_AT_ONCE = 500;

/** A change is smaller than a link. */
const MAX_CHANGED = 1_000;

/** In characters, for all names together: a template full of places for a name would keep the process busy. */
const MAX_FILLED = 8_000_000;

const namesSchema = z
  .array(nameSchema)
  .min(1)
  .max(MAX_AT_ONCE)
  .refine((names) => new Set(names).size === names.length, 'must not repeat')
  .openapi({ description: 'One link for each.', example: ['Ana López', 'Ben'] });

const bulkSchema = z
  .strictObject({
    links: z.array(newLinkSchema).min(1).max(MAX_AT_ONCE).optional(),
    names: namesSchema.optional(),
    template: z
      .record(z.string(), z.unknown())
      .refine((template) => isShallow(template, DEEPEST_DATA + 1), 'is nested too deeply')
      .optional()
      .openapi({
        description:
          'A new link. In its fields, {name} is replaced by each of the names: escaped in addresses, and as ana-lopez in the code.',
        example: { code: 'xmas-{name}', destination: '/sale?ref={name}', campaign: 'xmas26' },
      }),
  })
  .transform(({ links, names, template }, context) => {
    if (links && !names && !template) return links;
    if (links || !names || !template) {
      context.addIssue('give links, or names and a template');
      return z.NEVER;
    }
    if (filledLength(template, names) > MAX_FILLED) {
      context.addIssue({ code: 'custom', path: ['template'], message: 'is too large for so many names' });
      return z.NEVER;
    }
    return names.flatMap((name, position) => {
      const link = newLinkSchema.safeParse(fillTemplate(template, name));
      if (link.success) return [link.data];
      for (const { path, message } of link.error.issues) {
        context.addIssue({ code: 'custom', path: ['template', ...path], message: `${message}, for names.${position}` });
      }
      return [];
    });
  })
  .openapi('NewLinks');

const createOne = endpoint('post', '/api/links', {
  scope: 'links',
  summary: 'Create a link',
  request: { body: jsonBody(newLinkSchema) },
  responses: { 201: json('Created', linkSchema), ...problemResponses(409) },
});

const createMany = endpoint('post', '/api/links/bulk', {
  scope: 'links',
  summary: 'Create many links, or one for each of many names: all of them, or none if a code is taken',
  request: { body: jsonBody(bulkSchema) },
  responses: {
    201: json('Created, in the order given', z.object({ links: z.array(linkSchema) }).openapi('CreatedLinks')),
    ...problemResponses(409),
  },
});

const changesSchema = z
  .strictObject({
    links: z
      .array(linkChangeSchema.extend({ code: codeSchema }).strict())
      .min(1)
      .max(MAX_CHANGED)
      .refine((links) => new Set(links.map(({ code }) => code)).size === links.length, 'must not repeat a code'),
  })
  .openapi('LinkChanges');

const changeMany = endpoint('patch', '/api/links', {
  scope: 'links',
  summary: 'Change many links, each in its own way: all of them, or none if one is unknown',
  request: { body: jsonBody(changesSchema) },
  responses: {
    200: json('Changed', z.object({ changed: z.int() }).openapi('ChangedLinks')),
    ...problemResponses(404),
  },
});

const codesSchema = z
  .strictObject({
    codes: z
      .array(plainText(MAX_CODE_LENGTH))
      .min(1)
      .max(MAX_CHANGED)
      .refine((codes) => new Set(codes).size === codes.length, 'must not repeat a code'),
  })
  .openapi('LinkCodes');

const deleteMany = endpoint('post', '/api/links/delete', {
  summary: 'Delete many links: all of them, or none if one is unknown. For 30 days they can be restored',
  request: { body: jsonBody(codesSchema) },
  responses: { 204: { description: 'Deleted' }, ...problemResponses(404) },
});

const restoreMany = endpoint('post', '/api/links/restore', {
  summary: 'Restore links that were deleted in the last 30 days, as they were, with their clicks: all of them, or none',
  request: { body: jsonBody(codesSchema) },
  responses: { 204: { description: 'Restored' }, ...problemResponses(404, 409) },
});

/** The fields of the wrong codes, by their place among the given ones. */
const codeFields = (given: readonly string[], wrong: readonly string[], message: string) =>
  wrong.map((code) => ({ name: `codes.${given.indexOf(code)}`, message }));

function toNewLink({ code, destination, ...rest }: z.output<typeof newLinkSchema>, now: Date) {
  return { ...linkFromWire(rest, now), ...(code === undefined ? {} : { code }), destination, createdAt: now };
}

export function serveLinks(
  { owner: door, makers }: Pick<Doors, 'owner' | 'makers'>,
  { queries, clock, site }: Pick<ServiceParts, 'queries' | 'clock' | 'site'>
): void {
  makers.openapi(createOne, async (c) => {
    const app = c.get('app');
    const wanted = c.req.valid('json');
    const outcome = await createLink(queries, app, toNewLink(wanted, new Date(clock())), authorOf(c, clock));
    if (outcome.kind === 'code-taken') {
      return c.json(problemBody('code_taken', `The code ${wanted.code} is taken.`), 409);
    }
    return c.json(linkToWire(outcome.link, linkOrigin(c, site, app)), 201);
  });

  makers.openapi(createMany, async (c) => {
    const app = c.get('app');
    const now = new Date(clock());
    const wanted = c.req.valid('json').map((link) => toNewLink(link, now));
    const outcome = await createAllLinks(queries, app, wanted, authorOf(c, clock));
    if (outcome.kind === 'codes-taken') {
      const fields = outcome.positions.map((position) => ({ name: `links.${position}.code`, message: 'is taken' }));
      return c.json(problemBody('code_taken', 'Some codes are taken; no link was created.', fields), 409);
    }
    const origin = linkOrigin(c, site, app);
    return c.json({ links: outcome.links.map((link) => linkToWire(link, origin)) }, 201);
  });

  door.openapi(changeMany, async (c) => {
    const now = new Date(clock());
    const wanted = c.req.valid('json').links.map(({ code, ...change }) => ({
      code,
      change: { ...linkFromWire(change, now), updatedAt: now },
    }));
    const outcome = await changeLinks(queries, c.get('app').id, wanted, authorOf(c, clock));
    if (outcome.kind === 'unknown') {
      const fields = outcome.codes.map((code) => ({
        name: `links.${wanted.findIndex((link) => link.code === code)}.code`,
        message: 'is unknown',
      }));
      return c.json(problemBody('link_unknown', 'Some links are unknown; none was changed.', fields), 404);
    }
    return c.json({ changed: outcome.links.length }, 200);
  });

  door.openapi(deleteMany, async (c) => {
    const { codes } = c.req.valid('json');
    const outcome = await deleteAllLinks(queries, c.get('app').id, codes, authorOf(c, clock));
    if (outcome.kind === 'deleted') return c.body(null, 204);
    const fields = codeFields(codes, outcome.codes, 'is unknown');
    return c.json(problemBody('link_unknown', 'Some links are unknown; none was deleted.', fields), 404);
  });

  makers.openapi(restoreMany, async (c) => {
    const { codes } = c.req.valid('json');
    const outcome = await restoreAllLinks(queries, c.get('app'), codes, authorOf(c, clock));
    switch (outcome.kind) {
      case 'restored':
        return c.body(null, 204);
      case 'unknown': {
        const fields = codeFields(codes, outcome.codes, 'was not deleted in the last 30 days');
        return c.json(problemBody('link_unknown', 'Some links can’t be restored; none was.', fields), 404);
      }
      case 'codes-taken': {
        const fields = codeFields(codes, outcome.codes, 'is another link’s now');
        return c.json(
          problemBody('code_taken', 'Other links have some of the codes now; none was restored.', fields),
          409
        );
      }
    }
  });
}
