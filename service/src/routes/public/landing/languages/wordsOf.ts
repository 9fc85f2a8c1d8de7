import { html } from 'hono/html';
import { languageOf } from '../../../../matching/languageTag.ts';
import type { OwnTexts } from '../../../../values/ownTexts.ts';
import { builtIn } from './builtIn.ts';
import { en, type Texts } from './en.ts';
import { readTag } from './readTag.ts';

export interface Words {
  language: string;
  direction: 'ltr' | 'rtl';
  /** A text alone, for places that hold no markup. */
  text: (name: keyof Texts) => string;
  /** A text for the page. One that isn't in the page's language says so, and runs in its own direction. */
  phrase: (name: keyof Texts) => string | ReturnType<typeof html>;
}

/** The languages and scripts that run from right to left. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|syr|ug|ur|yi)\b(?!-Latn|-Cyrl)|-(Arab|Hebr|Syrc|Thaa)\b/;

/** All texts in a language: the app's own, else those built in, else the English ones. */
export function wordsOf(language: string, own: OwnTexts, appName: string): Words {
  const names = readTag(language)?.names ?? [language];
  const sources: [string, Partial<Texts>][] = [
    ...names.map((name): [string, Partial<Texts>] => [name, own[name] ?? {}]),
    ...names.map((name): [string, Partial<Texts>] => [name, builtIn.get(name) ?? {}]),
    ['en', own.en ?? {}],
    ['en', en],
  ];
  const find = (name: keyof Texts): [string, string] => {
    const [from = 'en', texts = en] = sources.find(([, each]) => each[name] !== undefined) ?? [];
    return [from, (texts[name] ?? en[name]).replaceAll('{app}', () => appName)];
  };
  return {
    language,
    direction: RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr',
    text: (name) => find(name)[1],
    phrase: (name) => {
      const [from, text] = find(name);
      return languageOf(from) === languageOf(language) ? text : html`<span lang="${from}" dir="auto">${text}</span>`;
    },
  };
}
