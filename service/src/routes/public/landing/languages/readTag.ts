import { remember } from '../../../../values/remember.ts';

const TAGS_REMEMBERED = 1_000;

interface Tag {
  language: string;
  /** Its language and script, such as `zh-Hant`. */
  written: string;
  /** The names that texts for this reader may have, most exact first. */
  names: readonly string[];
}

/** `zh-TW` is also `zh-Hant-TW` and `zh-Hant`, but not `zh`, which has another script. Null if it is no tag. */
export const readTag = remember(TAGS_REMEMBERED, (tag): Tag | null => {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    const [own = tag] = Intl.getCanonicalLocales(tag);
    const written = `${language}-${script}`;
    const isUsualScript = new Intl.Locale(language).maximize().script === script;
    const names = [own, `${written}-${region}`, `${language}-${region}`, written, ...(isUsualScript ? [language] : [])];
    return { language, written, names };
  } catch {
    return null;
  }
});
