import { html, raw } from 'hono/html';
import type { App } from '../../../storage/schema/tables.ts';
import { iconPath } from '../../../values/icon.ts';
import { initialOf } from '../../../values/initialOf.ts';
import { brandStyle, NO_COLOURS, type BrandColours, type Scheme } from './brandStyle.ts';
import type { Words } from './languages/wordsOf.ts';

export type Html = ReturnType<typeof html>;

export type Brand = Pick<App, 'id' | 'name' | 'icon'> & BrandColours;

interface Page {
  words: Words;
  /** Null for a page that belongs to no app. */
  brand: Brand | null;
  /** The one that the browser prefers, if left out. */
  scheme?: Scheme | undefined;
  title: string;
  head?: Html | '';
  body: Html;
}

const addressOf = (brand: Brand | null) => (brand?.icon ? iconPath(brand.id, brand.icon) : null);

/** Two halves of a chain. */
const UNLINKED = raw(
  '<svg viewBox="0 0 24 24" width="40" height="40" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="m10 6 1-1a4.6 4.6 0 0 1 6.5 0L19 6.5a4.6 4.6 0 0 1 0 6.5l-1 1M14 18l-1 1a4.6 4.6 0 0 1-6.5 0L5 17.5a4.6 4.6 0 0 1 0-6.5l1-1"/></svg>'
);

/** The app's icon, or a tile with its initial; without an app, a broken link. The words below say the same. */
export function iconTile(brand: Brand | null): Html {
  const icon = addressOf(brand);
  return icon === null
    ? html`<div class="icon" aria-hidden="true">${brand ? initialOf(brand.name) : UNLINKED}</div>`
    : html`<img class="icon" src="${icon}" alt="" width="88" height="88" />`;
}

export function pageShell({ words, brand, scheme, title, head = '', body }: Page): Html {
  // Tags and text are in one string: a formatter that moves a space between them would break the policy's hash.
  const style = raw(`<style>${brandStyle(brand ?? NO_COLOURS, scheme)}</style>`);
  return html`<!doctype html>
    <html lang="${words.language}" dir="${words.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${head}
        <link rel="icon" href="${addressOf(brand) ?? 'data:,'}" />
        ${style}
      </head>
      ${body}
    </html>`;
}
