import { html, raw } from 'hono/html';
import { landingStyle } from './style.ts';

export type Html = ReturnType<typeof html>;

interface Page {
  title: string;
  head?: Html | '';
  body: Html;
}

/** Tags and text are in one string: a formatter that moves a space between them would break the policy's hash. */
const style = raw(`<style>${landingStyle}</style>`);

export function pageShell({ title, head = '', body }: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${head}
        <link rel="icon" href="data:," />
        ${style}
      </head>
      ${body}
    </html>`;
}
