import { z } from '@hono/zod-openapi';
import { IOS_BUTTONS, LANDINGS } from '../../storage/schema/tables.ts';
import { MAX_ICON_BYTES, readIcon } from '../../values/icon.ts';
import { MAX_OWN_TEXTS, type OwnTexts } from '../../values/ownTexts.ts';
import { plainText } from './schemas.ts';

/** More than any app is translated into; each is read with every link of the app. */
const MAX_LANGUAGES = 40;

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #c2410c')
  .transform((text) => text.toLowerCase())
  .nullable();

const ownText = (longest: number) =>
  plainText(longest)
    .refine((text) => !/\p{Cc}/u.test(text), 'must not contain control characters')
    .optional();

/** A blank text counts as none, because the page would have an empty heading or button. */
function withoutBlanks(texts: OwnTexts): OwnTexts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, own]) => {
      const written = Object.entries(own).filter(([, text]) => text.trim() !== '');
      return written.length > 0 ? [[language, Object.fromEntries(written)]] : [];
    })
  );
}

/** How the landing page looks: as the app does. */
export const brandSettings = {
  icon: z
    .string()
    .transform((url, context) => {
      const icon = readIcon(url);
      if (typeof icon !== 'string') return icon;
      context.addIssue(icon);
      return z.NEVER;
    })
    .nullable()
    .openapi({ description: `A square PNG or WebP of at most ${MAX_ICON_BYTES} bytes, as a data URL.` }),
  accent: colour.openapi({ description: 'The colour of the landing page’s main button.', example: '#c2410c' }),
  background: colour.openapi({ description: 'The colour behind the landing page.', example: '#fff7ed' }),
  texts: z
    .record(
      z
        .string()
        .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, 'must be a language such as de, pt-BR or zh-Hant'),
      z.strictObject({
        headline: ownText(MAX_OWN_TEXTS.headline),
        text: ownText(MAX_OWN_TEXTS.text),
        getButton: ownText(MAX_OWN_TEXTS.getButton),
        openButton: ownText(MAX_OWN_TEXTS.openButton),
      })
    )
    .refine((texts) => Object.keys(texts).length <= MAX_LANGUAGES, `may have at most ${MAX_LANGUAGES} languages`)
    .transform((texts) => withoutBlanks(texts as OwnTexts))
    .openapi({
      description: 'The app’s own texts of the landing page, by language. `{app}` stands for the app’s name.',
      example: { de: { headline: 'Weiter in {app}' } },
    }),
  landing: z.enum(LANDINGS).openapi({
    description: 'What an Android phone gets: the landing page, or the store right away. A link can override this.',
  }),
  iosButton: z.enum(IOS_BUTTONS).openapi({
    description:
      'What the button to the store does on iOS: copy the link and go there, so the app finds the link on the clipboard, or only go there.',
  }),
};
