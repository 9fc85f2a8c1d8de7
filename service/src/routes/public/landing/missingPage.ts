import { html } from 'hono/html';
import { chooseLanguage } from './languages/chooseLanguage.ts';
import { wordsOf } from './languages/wordsOf.ts';
import { iconTile, pageShell, type Html } from './pageShell.ts';

/** A page that belongs to no app, in a language that the browser asks for. */
function noticePage(acceptLanguage: string | undefined, kind: 'missing' | 'later'): Html {
  const words = wordsOf(chooseLanguage(acceptLanguage, {}), {}, '');
  // An empty address is the page itself, with its query.
  const again = html`<div class="actions"><a class="button primary" href="">${words.phrase('laterButton')}</a></div>`;
  return pageShell({
    words,
    brand: null,
    title: words.text(`${kind}Headline`),
    body: html`<body>
      <main>
        <div class="intro">
          ${iconTile(null)}
          <h1>${words.phrase(`${kind}Headline`)}</h1>
          <p class="lead">${words.phrase(`${kind}Text`)}</p>
        </div>
        <div class="outro">${kind === 'later' ? again : ''}</div>
      </main>
    </body>`,
  });
}

/** For a path that is no link, on a host that isn't one app's. */
export const missingPage = (acceptLanguage: string | undefined) => noticePage(acceptLanguage, 'missing');

/** For a fault that passes. */
export const laterPage = (acceptLanguage: string | undefined) => noticePage(acceptLanguage, 'later');
