import { html, raw } from 'hono/html';
import type { Platform } from '../../matching/parseUserAgent.ts';
import { landingScript } from './landingScript.ts';
import { pageShell } from './pageShell.ts';

export type Landing = {
  appName: string;
  title: string | null;
  destination: string;
  /** Null on a desktop. */
  platform: Platform | null;
  stores: Record<Platform, string>;
  /** What the page copies on iOS when the person presses the button. */
  copiedLink: string;
  reportUrl: string;
};

// Tags and text in one, as a formatter that moves a space between them breaks the policy's hash.
const script = raw(`<script>${landingScript}</script>`);

export function landingPage(landing: Landing) {
  const { appName, title, copiedLink, reportUrl } = landing;
  const heading = title ?? `Open this in ${appName}`;
  return pageShell({
    title: `${heading} · ${appName}`,
    body: html`<body data-copied-link="${copiedLink}" data-report-url="${reportUrl}">
      <main>
        <div class="icon" aria-hidden="true">${Array.from(appName)[0] ?? ''}</div>
        <p class="app">${appName}</p>
        <h1>${heading}</h1>
        <p class="lead">Get the app, and it opens right here the first time you start it.</p>
        <div class="actions">${actions(landing)}</div>
        <p id="status" role="status"></p>
      </main>
      ${script}
    </body>`,
  });
}

function actions({ platform, stores, destination }: Landing) {
  switch (platform) {
    case 'ios':
      return html`<a class="button primary" data-action="copy" href="${stores.ios}">Copy link and get the app</a>
        <a class="button" data-action="store" href="${stores.ios}">Continue without copying</a>
        <p class="small">
          The copied link tells the app where to open. Nothing is copied unless you press the first button; iOS asks
          before the app may read it.
        </p>`;
    case 'android':
      return html`<a class="button primary" data-action="store" href="${stores.android}">Get it on Google Play</a>`;
    case null:
      return html`${
          isWebLink(destination)
            ? html`<a class="button primary" href="${destination}">Continue in the browser</a>`
            : ''
        }
        <a class="button" data-action="store" href="${stores.ios}">App Store</a>
        <a class="button" data-action="store" href="${stores.android}">Google Play</a>
        <p class="small">Open this page on your phone to go straight on in the app.</p>`;
  }
}

function isWebLink(destination: string): boolean {
  return /^https?:\/\//i.test(destination);
}
