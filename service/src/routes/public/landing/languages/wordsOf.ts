import { html } from 'hono/html';
import { languageOf } from '../../../../matching/languageTag.ts';
import type { OwnTexts } from '../../../../values/ownTexts.ts';
import { builtIn } from './chooseLanguage.ts';
import { en, type Texts } from './en.ts';

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

/** One text of the app's own stands on the store's button of both platforms. */
function expand({ getButton, ...texts }: OwnTexts[string] = {}): Partial<Texts> {
  return { ...texts, ...(getButton === undefined ? {} : { copyButton: getButton, playButton: getButton }) };
}

/** All texts in a language: the app's own, else those built in, else the English ones. */
export function wordsOf(language: string, own: OwnTexts, appName: string): Words {
  const base = languageOf(language);
  const sources: [string, Partial<Texts>][] = [
    [language, expand(own[language])],
    [base, expand(own[base])],
    [base, builtIn.get(base) ?? {}],
    ['en', expand(own.en)],
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
      return languageOf(from) === base ? text : html`<span lang="${from}" dir="auto">${text}</span>`;
    },
  };
}
