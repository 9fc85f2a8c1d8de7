import type { OwnTexts } from '../../../../values/ownTexts.ts';
import { remember } from '../../../../values/remember.ts';
import { builtIn } from './builtIn.ts';
import { readTag } from './readTag.ts';

const DEFAULT_LANGUAGE = 'en';

/** Real headers have a tenth of this length. */
const MAX_HEADER_LENGTH = 500;
const HEADERS_REMEMBERED = 1_000;

/** Nobody reads more, and looking up a hundred takes ten times as long as the rest of the page. */
const MAX_LANGUAGES = 10;

/** The languages that a browser asks for, best first. */
const readPreferences = remember(HEADERS_REMEMBERED, (header) =>
  header
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .slice(0, MAX_LANGUAGES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = Number(parameters.find((text) => /^q=/i.test(text))?.slice(2) ?? 1);
      return { tag, weight };
    })
    .filter(({ tag, weight }) => weight > 0 && tag !== '*')
    .sort((one, other) => other.weight - one.weight)
    .flatMap(({ tag }) => readTag(tag) ?? [])
);

/** The language of the page: the first of the browser's that has texts, the app's own before those built in. */
export function chooseLanguage(header: string | undefined, own: OwnTexts): string {
  const tags = Object.keys(own);
  for (const { names, written, language } of header === undefined ? [] : readPreferences(header)) {
    const found =
      names.find((name) => Object.hasOwn(own, name)) ??
      // A reader of pt-PT gets the app's own pt-BR.
      tags.find((tag) => readTag(tag)?.written === written) ??
      names.find((name) => builtIn.has(name)) ??
      // A reader of sr-Latn gets sr rather than English.
      tags.find((tag) => readTag(tag)?.language === language);
    if (found !== undefined) return found;
  }
  return DEFAULT_LANGUAGE;
}
