import { html, raw } from 'hono/html';
import type { Platform } from '../../../matching/readUserAgent.ts';
import type { DeviceReportTime, Link } from '../../../storage/tables.ts';
import { iconPath } from '../../../values/icon.ts';
import { isWebLink } from '../../../values/isDestination.ts';
import type { Scheme } from './brandStyle.ts';
import type { Words } from './languages/wordsOf.ts';
import { iconTile, pageShell, type Brand, type Html } from './pageShell.ts';
import { qrCode } from './qrCode.ts';
import { landingScript } from './script.ts';

export interface Landing {
  brand: Brand;
  words: Words;
  /** The browser's, if left out. */
  scheme?: Scheme | undefined;
  /** What the page says about the link, and previews show of it. */
  link: Pick<Link, 'title' | 'description' | 'imageUrl'>;
  destination: string;
  /** Null on a desktop. */
  platform: Platform | null;
  /** Whether the browser calls itself a Mac. Then it may be an iPad, which only the page can tell. */
  isMac: boolean;
  /** Null if the app is not in that store. */
  stores: Record<Platform, string | null>;
  /** Whether an address of the link's own takes the place of that store. */
  hasFallback: Record<Platform, boolean>;
  /** Where a Mac goes at once that is no iPad; null if it stays on the page. */
  desktopUrl: string | null;
  /** Opens the installed app; null if nothing can. */
  openUrl: string | null;
  /** Android's links that start another app, and whether this browser follows them; null elsewhere. */
  intents: { store: string | null; open: string | null; areFollowed: boolean } | null;
  leaving: {
    /** Whether a person in this browser can only be told how to leave it. */
    isStuck: boolean;
    /** The way out of it, to be filled in by the script: see inAppBrowsers.ts. */
    wayOut: string | null;
    /** The same for browsers that only the page can recognise: see marksOf. */
    marks: Readonly<Record<string, string>>;
  };
  /** The short link itself, without a click. */
  pageUrl: string;
  /** What a phone scans from a desktop's screen: the same, if possible with the query; null if it is too long. */
  scannedUrl: string | null;
  /** What the page copies on iOS when the person presses the button. */
  copiedLink: string;
  /** Null if the view is not a click, such as a bot's, or if the app wants no reports. */
  reportUrl: string | null;
  reportTime: DeviceReportTime;
  /** Where the page says that a button to the store was pressed; null if the view is not a click. */
  tapUrl: string | null;
  /** Whether it was loaded ahead of time, without a click. Then it loads again when somebody sees it. */
  isPreview: boolean;
}

type Text = ReturnType<Words['phrase']>;

/** Tags and text are in one string: a formatter that moves a space between them would break the policy's hash. */
const script = raw(`<script>${landingScript}</script>`);

interface LinkButton {
  kind: 'button' | 'button primary';
  action: 'open' | 'store';
  url: string;
  /** On Android: the link that starts another app, and the address for when it doesn't. */
  intent: string | null;
  text: Text;
}

/** A button that leads out of the page: by its intent where the browser follows it, or else to the address. */
function linkButton({ kind, action, url, intent, text }: LinkButton, { intents, stores }: Landing): Html {
  const isFollowed = intent !== null && intents?.areFollowed === true;
  const href = isFollowed ? intent : url;
  const later = intent !== null && !isFollowed ? html`data-intent="${intent}"` : '';
  const fallback = intent === null ? '' : html`data-fallback="${stores.android ?? url}"`;
  return html`<a class="${kind}" data-action="${action}" href="${href}" ${fallback} ${later}>${text}</a>`;
}

function openButton(landing: Landing): Html | '' {
  const { intents, words } = landing;
  const intent = intents?.open ?? null;
  const url = landing.openUrl ?? (intents?.areFollowed ? intent : null);
  if (url === null) return '';
  return linkButton({ kind: 'button', action: 'open', url, intent, text: words.phrase('openButton') }, landing);
}

function browserButton({ destination, words }: Landing): Html | '' {
  if (!isWebLink(destination)) return '';
  return html`<a class="button primary" href="${destination}">${words.phrase('browserButton')}</a>`;
}

function iosActions(landing: Landing): Html {
  const { stores, words, hasFallback } = landing;
  if (stores.ios === null) return html`${browserButton(landing)} ${openButton(landing)}`;
  const copy = words.phrase(hasFallback.ios ? 'copyOnlyButton' : 'copyButton');
  return html`<a class="button primary" data-action="copy" href="${stores.ios}">${copy}</a>
    <a class="button" data-action="store" href="${stores.ios}">${words.phrase('skipButton')}</a>
    ${openButton(landing)}
    <p class="small">${words.phrase('copyNote')}</p>`;
}

function androidActions(landing: Landing): Html {
  const { stores, words, hasFallback } = landing;
  const onward = words.phrase(hasFallback.android ? 'onwardButton' : 'playButton');
  return html`${
    stores.android === null
      ? browserButton(landing)
      : linkButton(
          {
            kind: 'button primary',
            action: 'store',
            url: stores.android,
            intent: landing.intents?.store ?? null,
            text: onward,
          },
          landing
        )
  }
  ${openButton(landing)}`;
}

function scanCode({ brand, scannedUrl, words }: Landing): Html | '' {
  if (scannedUrl === null) return '';
  const badge = brand.icon && html`<img src="${iconPath(brand.id, brand.icon)}" alt="" width="40" height="40" />`;
  const code = raw(qrCode(scannedUrl, badge !== null));
  return html`<div class="code" aria-hidden="true">${code}${badge ?? ''}</div>
    <p class="small">${words.phrase('scanNote')}</p>`;
}

function desktopActions(landing: Landing): Html {
  const { stores } = landing;
  const store = (url: string | null, name: string) =>
    url === null ? '' : html`<a class="button" data-action="store" href="${url}">${name}</a>`;
  return html`${scanCode(landing)} ${browserButton(landing)} ${store(stores.ios, 'App Store')}
  ${store(stores.android, 'Google Play')}`;
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

/** How to leave an app's own browser. Its words are true whether or not the app opened. */
function leaveHint({ words, platform, leaving }: Landing): Html | '' {
  if (platform === null) return '';
  return html`<div id="leave" ${leaving.isStuck ? '' : raw('hidden')}>
    <p class="small">${words.phrase('leaveNote')}</p>
    <button class="button" type="button" data-action="copyAddress">${words.phrase('leaveButton')}</button>
  </div>`;
}

function lead({ platform, stores }: Landing): 'text' | 'notInStore' | 'inNoStore' {
  if (stores.ios === null && stores.android === null) return 'inNoStore';
  return platform !== null && stores[platform] === null ? 'notInStore' : 'text';
}

/** What chats and social networks show of the link. */
function preview({ brand, link, pageUrl }: Landing, heading: string): Html {
  const { description, imageUrl } = link;
  return html`<meta property="og:type" content="website" />
    <meta property="og:site_name" content="${brand.name}" />
    <meta property="og:title" content="${heading}" />
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

export function landingPage(landing: Landing): Html {
  const { brand, words, link, copiedLink, reportUrl, reportTime, tapUrl, isPreview, leaving } = landing;
  const marks = Object.keys(leaving.marks).length > 0 ? JSON.stringify(leaving.marks) : '';
  const { title, description } = link;
  const heading = title ?? words.text('headline');
  return pageShell({
    words,
    brand,
    scheme: landing.scheme,
    title: `${heading} · ${brand.name}`,
    head: preview(landing, heading),
    body: html`<body
      data-copied-link="${copiedLink}"
      data-report-url="${reportUrl ?? ''}"
      data-report-time="${reportTime}"
      data-tap-url="${tapUrl ?? ''}"
      data-preview="${isPreview ? 'true' : ''}"
      data-way-out="${leaving.wayOut ?? ''}"
      data-marks="${marks}"
      data-copied="${words.text(landing.hasFallback.ios ? 'copiedOnly' : 'copied')}"
      data-not-copied="${words.text(landing.hasFallback.ios ? 'notCopiedOnly' : 'notCopied')}"
      data-desktop-url="${landing.desktopUrl ?? ''}"
      data-not-opened="${words.text('notOpened')}"
      data-address-copied="${words.text('addressCopied')}"
      data-address-not-copied="${words.text('addressNotCopied')}"
    >
      <main>
        ${iconTile(brand)}
        <p class="app" dir="auto">${brand.name}</p>
        <h1 dir="auto">${title ?? words.phrase('headline')}</h1>
        ${description === null ? '' : html`<p class="about" dir="auto">${description}</p>`}
        <p class="lead">${words.phrase(lead(landing))}</p>
        ${actions(landing)}
        <p id="status" role="status" dir="auto"></p>
        ${leaveHint(landing)}
      </main>
      ${script}
    </body>`,
  });
}
