import { z } from '@hono/zod-openapi';
import { isDestination } from '../links/isDestination';
import { isLinkCode } from '../links/isLinkCode';
import { plainText } from './plainText';

const LONGEST_DESTINATION = 2_048;
const LONGEST_TITLE = 140;

export const newLinkSchema = z
  .object({
    code: z
      .string()
      .refine(isLinkCode, 'must be 1 to 64 letters, digits, - or _, and not "api"')
      .optional()
      .openapi({ description: 'Chosen by the service if left out.', example: 'autumn' }),
    destination: plainText(LONGEST_DESTINATION)
      .refine(isDestination, 'must be a web link, a link of an app scheme or a path')
      .openapi({ example: 'https://shop.example/promo/AUTUMN10' }),
    title: plainText(LONGEST_TITLE).nullish().openapi({ example: 'Autumn sale' }),
  })
  .openapi('NewLink');

export const linkSchema = z
  .object({
    code: z.string(),
    shortUrl: z.url(),
    destination: z.string(),
    title: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .openapi('Link');

export const linkListSchema = z.object({ links: z.array(linkSchema) }).openapi('LinkList');
