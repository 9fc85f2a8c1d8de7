import { languageOf } from '../../../../matching/languageTag.ts';
import type { OwnTexts } from '../../../../values/ownTexts.ts';
import { remember } from '../../../../values/remember.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';

const DEFAULT_LANGUAGE = 'en';

/** To add a language, add its file here. */
export const builtIn: ReadonlyMap<string, Texts> = new Map(Object.entries({ en, de, es }));

/** Real ones have a tenth of this length. */
const MAX_HEADER_LENGTH = 500;
const HEADERS_REMEMBERED = 1_000;

/** Nobody reads more, and looking up the names of a hundred takes ten times as long as the rest of the page. */
const MAX_LANGUAGES = 10;

/** `zh-TW` is also `zh-Hant-TW`, `zh-Hant` and `zh`. Exact tags come first. */
function namesOf(tag: string): string[] {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    const [own = tag] = Intl.getCanonicalLocales(tag);
    return [own, `${language}-${script}-${region}`, `${language}-${region}`, `${language}-${script}`, language];
  } catch {
    return [];
  }
}

/** The languages that a browser asks for, the dearest first, each by all its names. */
const readPreferences = remember(HEADERS_REMEMBERED, (header): string[][] =>
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
    .map(({ tag }) => namesOf(tag))
);

/** The language of the page: the first of the browser's that has texts, the app's own or built in. */
export function chooseLanguage(header: string | undefined, own: OwnTexts): string {
  for (const names of header === undefined ? [] : readPreferences(header)) {
    const found = names.find((name) => Object.hasOwn(own, name) || builtIn.has(name));
    if (found !== undefined) return found;
    // A reader of pt-PT rather gets pt-BR than English.
    const near = Object.keys(own).find((tag) => languageOf(tag) === names.at(-1));
    if (near !== undefined) return near;
  }
  return DEFAULT_LANGUAGE;
}
