import { html, raw } from 'hono/html';
import type { App } from '../../../storage/tables.ts';
import { iconPath } from '../../../values/icon.ts';
import { brandStyle, NO_COLOURS, type BrandColours, type Scheme } from './brandStyle.ts';
import type { Words } from './languages/wordsOf.ts';

export type Html = ReturnType<typeof html>;

export type Brand = Pick<App, 'id' | 'name' | 'icon'> & BrandColours;

interface Page {
  words: Words;
  /** Null if nobody knows whose page it is. */
  brand: Brand | null;
  /** The browser's, if left out. */
  scheme?: Scheme | undefined;
  title: string;
  head?: Html | '';
  body: Html;
}

const addressOf = (brand: Brand | null) => (brand?.icon ? iconPath(brand.id, brand.icon) : null);

/** The app's icon, or a tile with a letter. What it shows is said in words below. */
export function iconTile(brand: Brand | null, letter = Array.from(brand?.name ?? '')[0] ?? ''): Html {
  const icon = addressOf(brand);
  return icon === null
    ? html`<div class="icon" aria-hidden="true">${letter}</div>`
    : html`<img class="icon" src="${icon}" alt="" width="76" height="76" />`;
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
