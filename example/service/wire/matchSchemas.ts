import { z } from '@hono/zod-openapi';
import { plainText } from './plainText';

const LONGEST_NAME = 200;
const LONGEST_USER_AGENT = 1_000;
// What the library takes for a link at most.
const LONGEST_LINK = 8_192;
// A person reads a handful of languages; the list only has to be bounded.
const MOST_LOCALES = 50;

const partialName = plainText(LONGEST_NAME).nullish();
const partialSize = z.number().positive().nullish();

export const matchRequestSchema = z
  .object({
    clickId: plainText(LONGEST_NAME)
      .min(1)
      .nullish()
      .openapi({ description: 'From the install referrer. With it nothing else is looked at.' }),
    platform: partialName.openapi({ example: 'ios' }),
    model: partialName.openapi({ example: 'iPhone 15' }),
    manufacturer: partialName.openapi({ example: 'Apple' }),
    systemVersion: partialName.openapi({ example: '17.5' }),
    screenWidth: partialSize.openapi({ example: 393 }),
    screenHeight: partialSize.openapi({ example: 852 }),
    scale: partialSize.openapi({ example: 3 }),
    locale: z
      .array(z.object({ languageTag: plainText(LONGEST_NAME) }))
      .max(MOST_LOCALES)
      .nullish(),
    timezone: partialName.openapi({ example: 'Europe/Berlin' }),
    userAgent: plainText(LONGEST_USER_AGENT).nullish(),
    timestamp: z
      .number()
      .nullish()
      .openapi({ description: 'Milliseconds by the phone’s clock. Not trusted for matching.' }),
    pastedLink: plainText(LONGEST_LINK).nullish().openapi({ description: 'The link found on the clipboard.' }),
  })
  .openapi('MatchRequest');

export type MatchRequest = z.output<typeof matchRequestSchema>;

export const resolveRequestSchema = z
  .object({ url: plainText(LONGEST_LINK).min(1).openapi({ example: 'https://go.shop.example/summer' }) })
  .openapi('ResolveRequest');

export const foundLinkSchema = z
  .object({ link: z.string().openapi({ example: 'https://shop.example/product/42?ref=mail' }) })
  .openapi('FoundLink');
