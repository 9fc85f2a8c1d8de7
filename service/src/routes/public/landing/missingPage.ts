import { html } from 'hono/html';
import { chooseLanguage } from './languages/chooseLanguage.ts';
import { wordsOf, type Words } from './languages/wordsOf.ts';
import { iconTile, pageShell, type Brand, type Html } from './pageShell.ts';

/** For pages of no app, in a language that the browser asks for. */
const wordsFor = (acceptLanguage: string | undefined) => wordsOf(chooseLanguage(acceptLanguage, {}), {}, '');

function noticePage(words: Words, brand: Brand | null, kind: 'missing' | 'ended' | 'later', letter: string): Html {
  // An empty address is the page itself, with its query.
  const again = html`<div class="actions"><a class="button primary" href="">${words.phrase('laterButton')}</a></div>`;
  return pageShell({
    words,
    brand,
    title: words.text(`${kind}Headline`),
    body: html`<body>
      <main>
        ${iconTile(brand, letter)}
        <h1>${words.phrase(`${kind}Headline`)}</h1>
        <p class="lead">${words.phrase(`${kind}Text`)}</p>
        ${kind === 'later' ? again : ''}
      </main>
    </body>`,
  });
}

export function missingPage(acceptLanguage: string | undefined): Html {
  return noticePage(wordsFor(acceptLanguage), null, 'missing', '?');
}

/** For a link that was disabled, or that has expired. */
export function endedPage(words: Words, brand: Brand): Html {
  return noticePage(words, brand, 'ended', '!');
}

/** For a fault that passes. */
export function laterPage(acceptLanguage: string | undefined): Html {
  return noticePage(wordsFor(acceptLanguage), null, 'later', '…');
}
