import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import type { Platform } from '../../../matching/readUserAgent.ts';
import type { DeviceReportTime } from '../../../storage/tables.ts';
import { isWebLink } from '../../../values/isDestination.ts';
import { pageShell, type Html } from './pageShell.ts';
import { landingScript } from './script.ts';

export interface Landing {
  appName: string;
  title: string | null;
  description: string | null;
  imageUrl: string | null;
  destination: string;
  /** Null on a desktop. */
  platform: Platform | null;
  /** Whether the browser calls itself a Mac. Then it may be an iPad, which only the page can tell. */
  isMac: boolean;
  /** Null if the app is not in that store. */
  stores: Record<Platform, string | null>;
  /** Opens the installed app; null if it has no scheme. */
  openUrl: string | null;
  /** The short link itself, without a click. */
  pageUrl: string;
  /** The same with the query that the visitor came with, for a phone to scan. */
  scannedUrl: string;
  /** What the page copies on iOS when the person presses the button. */
  copiedLink: string;
  /** Null if the view is not a click, such as a bot's, or if the app wants no reports. */
  reportUrl: string | null;
  reportTime: DeviceReportTime;
}

/** Tags and text are in one string: a formatter that moves a space between them would break the policy's hash. */
const script = raw(`<script>${landingScript}</script>`);

function openButton({ openUrl, appName }: Landing): Html | '' {
  return openUrl === null ? '' : html`<a class="button" data-action="open" href="${openUrl}">Open ${appName}</a>`;
}

function browserButton({ destination }: Landing): Html | '' {
  return isWebLink(destination)
    ? html`<a class="button primary" href="${destination}">Continue in the browser</a>`
    : '';
}

function iosActions(landing: Landing): Html {
  const { ios } = landing.stores;
  return html`${
    ios === null
      ? browserButton(landing)
      : html`<a class="button primary" data-action="copy" href="${ios}">Copy link and get the app</a>
          <a class="button" data-action="store" href="${ios}">Continue without copying</a>`
  }
  ${openButton(landing)}
  ${
    ios === null
      ? ''
      : html`<p class="small">
          The copied link tells the app where to open. Nothing is copied unless you press the first button; iOS asks
          before the app may read it.
        </p>`
  }`;
}

function androidActions(landing: Landing): Html {
  const { android } = landing.stores;
  return html`${
    android === null
      ? browserButton(landing)
      : html`<a class="button primary" data-action="store" href="${android}">Get it on Google Play</a>`
  }
  ${openButton(landing)}`;
}

function desktopActions(landing: Landing): Html {
  const { stores, scannedUrl } = landing;
  return html`<div class="code">${raw(renderSVG(scannedUrl, { border: 2 }))}</div>
    <p class="small">Scan this with your phone to go straight on in the app.</p>
    ${browserButton(landing)}
    ${stores.ios === null ? '' : html`<a class="button" data-action="store" href="${stores.ios}">App Store</a>`}
    ${
      stores.android === null
        ? ''
        : html`<a class="button" data-action="store" href="${stores.android}">Google Play</a>`
    }`;
}

function actions(landing: Landing): Html {
  switch (landing.platform) {
    case 'ios':
      return html`<div class="actions">${iosActions(landing)}</div>`;
    case 'android':
      return html`<div class="actions">${androidActions(landing)}</div>`;
    case null:
      return html`<div class="actions" data-for="desktop">${desktopActions(landing)}</div>
        ${landing.isMac ? html`<div class="actions" data-for="ipad" hidden>${iosActions(landing)}</div>` : ''}`;
  }
}

function lead({ platform, stores, appName }: Landing): string {
  return platform !== null && stores[platform] === null
    ? `${appName} is not in the store of this phone.`
    : 'Get the app, and it opens right here the first time you start it.';
}

/** What chats and social networks show of the link. */
function preview({ appName, title, description, imageUrl, pageUrl }: Landing, heading: string): Html {
  return html`<meta property="og:type" content="website" />
    <meta property="og:site_name" content="${appName}" />
    <meta property="og:title" content="${title ?? heading}" />
    <meta property="og:url" content="${pageUrl}" />
    ${
      description === null
        ? ''
        : html`<meta property="og:description" content="${description}" />
            <meta name="description" content="${description}" />`
    }
    ${
      imageUrl === null
        ? html`<meta name="twitter:card" content="summary" />`
        : html`<meta property="og:image" content="${imageUrl}" />
            <meta name="twitter:card" content="summary_large_image" />`
    }`;
}

export function landingPage(landing: Landing) {
  const { appName, title, description, copiedLink, reportUrl, reportTime } = landing;
  const heading = title ?? `Open this in ${appName}`;
  return pageShell({
    title: `${heading} · ${appName}`,
    head: preview(landing, heading),
    body: html`<body
      data-copied-link="${copiedLink}"
      data-report-url="${reportUrl ?? ''}"
      data-report-time="${reportTime}"
    >
      <main>
        <div class="icon" aria-hidden="true">${Array.from(appName)[0] ?? ''}</div>
        <p class="app" dir="auto">${appName}</p>
        <h1 dir="auto">${heading}</h1>
        ${description === null ? '' : html`<p class="about" dir="auto">${description}</p>`}
        <p class="lead">${lead(landing)}</p>
        ${actions(landing)}
        <p id="status" role="status"></p>
      </main>
      ${script}
    </body>`,
  });
}
