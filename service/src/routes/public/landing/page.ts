import { html, raw } from 'hono/html';
import type { Platform } from '../../../matching/readUserAgent.ts';
import type { DeviceReportTime, IosButton, Link } from '../../../storage/schema/tables.ts';
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
  /** The one that the browser prefers, if left out. */
  scheme?: Scheme | undefined;
  /** Why there is no link to open, but only the app; null if there is one. */
  notice: 'missing' | 'ended' | null;
  /** What the page says about the link, and previews show of it. */
  link: Pick<Link, 'title' | 'description' | 'imageUrl'>;
  destination: string;
  /** Null on a desktop. */
  platform: Platform | null;
  /** Whether the browser calls itself a Mac. Then it may be an iPad, which only the page can tell. */
  isMac: boolean;
  /** Null if the app is not in that store. */
  stores: Record<Platform, string | null>;
  iosButton: IosButton;
  /** Whether the link has an address of its own in place of that store. */
  hasFallback: Record<Platform, boolean>;
  /** Where a Mac that is no iPad is sent right away; null if it stays on the page. */
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
  /** What a phone scans from a desktop's screen: the short link, if possible with its query; null if it is too long. */
  scannedUrl: string | null;
  /** What the page copies on iOS when the person presses the button; null if it is no link. */
  copiedLink: string | null;
  /** Null if the view is not a click, such as a bot's, or if the app wants no reports. */
  reportUrl: string | null;
  reportTime: DeviceReportTime;
  /** Where the page says that a button to the store was pressed; null if the view is not a click. */
  tapUrl: string | null;
  /** Whether the page was loaded ahead of time, without a click. Then it loads again when somebody sees it. */
  isPreview: boolean;
}

/** A page without a click: nothing is reported or counted, and nobody is sent on. */
export const NO_CLICK = {
  isMac: false,
  hasFallback: { ios: false, android: false },
  desktopUrl: null,
  reportUrl: null,
  reportTime: 'never',
  tapUrl: null,
  isPreview: false,
} as const satisfies Partial<Landing>;

type Text = ReturnType<Words['phrase']>;

/** Tags and text are in one string: a formatter that moves a space between them would break the policy's hash. */
const script = raw(`<script>${landingScript}</script>`);

interface LinkOut {
  /** The one button of a phone's page; everything else is a small link below it. */
  isButton: boolean;
  action: 'open' | 'store';
  url: string;
  /** On Android: the link that starts another app, and the address for when it doesn't. */
  intent?: string | null;
  text: Text;
}

/** A link that leads out of the page: by its intent where the browser follows it, or else to the address. */
function linkOut({ isButton, action, url, intent = null, text }: LinkOut, { intents, stores }: Landing): Html {
  const isFollowed = intent !== null && intents?.areFollowed === true;
  const href = isFollowed ? intent : url;
  const look = isButton ? raw('class="button primary"') : '';
  const later = intent !== null && !isFollowed ? html`data-intent="${intent}"` : '';
  const fallback = intent === null ? '' : html`data-fallback="${stores.android ?? url}"`;
  return html`<a ${look} data-action="${action}" href="${href}" ${fallback} ${later}>${text}</a>`;
}

function openLink(landing: Landing): Html | '' {
  const { intents, words } = landing;
  const intent = intents?.open ?? null;
  const url = landing.openUrl ?? (intents?.areFollowed ? intent : null);
  if (url === null) return '';
  return linkOut({ isButton: false, action: 'open', url, intent, text: words.phrase('openButton') }, landing);
}

function browserButton({ destination, words }: Landing): Html | '' {
  if (!isWebLink(destination)) return '';
  return html`<a class="button primary" href="${destination}">${words.phrase('browserButton')}</a>`;
}

/** The store's name in words. Its badge is artwork that nobody may redraw. */
const STORE_NAMES: Readonly<Record<Platform, string>> = { ios: 'App Store', android: 'Google Play' };

/** The call to action. A fallback leads somewhere else than to the store. */
const getText = ({ words, hasFallback }: Landing, platform: Platform) =>
  words.phrase(hasFallback[platform] ? 'onwardButton' : 'getButton');

function iosActions(landing: Landing): Html {
  const { stores, words, iosButton } = landing;
  const { ios: url } = stores;
  if (url === null)
    return html`${browserButton(landing)}
      <p class="links">${openLink(landing)}</p>`;
  const text = getText(landing, 'ios');
  if (iosButton === 'go') {
    return html`${linkOut({ isButton: true, action: 'store', url, text }, landing)}
      <p class="links">${openLink(landing)}</p>`;
  }
  // The button says what it copies; the link below it copies nothing.
  return html`<a class="button primary" data-action="copy" href="${url}" aria-describedby="copying">${text}</a>
    <p class="small" id="copying">${words.phrase('copyNote')}</p>
    <p class="links">
      ${linkOut({ isButton: false, action: 'store', url, text: words.phrase('skipButton') }, landing)}
      ${openLink(landing)}
    </p>`;
}

function androidActions(landing: Landing): Html {
  const { stores, intents } = landing;
  const { android: url } = stores;
  const text = getText(landing, 'android');
  const store = { isButton: true, action: 'store', intent: intents?.store ?? null, text } as const;
  return html`${url === null ? browserButton(landing) : linkOut({ ...store, url }, landing)}
    <p class="links">${openLink(landing)}</p>`;
}

function scanCode({ brand, scannedUrl, words }: Landing): Html | '' {
  if (scannedUrl === null) return '';
  const badge = brand.icon && html`<img src="${iconPath(brand.id, brand.icon)}" alt="" width="40" height="40" />`;
  const code = raw(qrCode(scannedUrl, badge !== null));
  return html`<div class="code" aria-hidden="true">${code}${badge ?? ''}</div>
    <p class="small">${words.phrase('scanNote')}</p>`;
}

function desktopActions(landing: Landing): Html {
  const store = (platform: Platform) => {
    const url = landing.stores[platform];
    return url === null ? '' : html`<a class="button" data-action="store" href="${url}">${STORE_NAMES[platform]}</a>`;
  };
  return html`${scanCode(landing)} ${browserButton(landing)} ${store('ios')} ${store('android')}`;
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
    <p class="links">
      <button type="button" data-action="copyAddress">${words.phrase('leaveButton')}</button>
    </p>
  </div>`;
}

function lead({
  notice,
  platform,
  stores,
}: Landing): 'text' | 'notInStore' | 'inNoStore' | `${'missing' | 'ended'}Text` {
  if (notice !== null) return `${notice}Text`;
  if (stores.ios === null && stores.android === null) return 'inNoStore';
  return platform !== null && stores[platform] === null ? 'notInStore' : 'text';
}

/** The app's name, and where a phone gets it. */
function appName({ brand, platform, stores, hasFallback }: Landing): Html {
  const isInStore = platform !== null && stores[platform] !== null && !hasFallback[platform];
  return html`<p class="app">
    <b dir="auto">${brand.name}</b>${isInStore ? html`<span>${STORE_NAMES[platform]}</span>` : ''}
  </p>`;
}

/** The link's image, in the shape that chats use. The script removes it if it doesn't load. */
function picture({ link: { imageUrl } }: Landing, heading: string): Html | '' {
  if (imageUrl === null || !isWebLink(imageUrl)) return '';
  return html`<img class="picture" src="${imageUrl}" alt="${heading}" width="1200" height="630" />`;
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

/** Longer ones would push the button off the screen. */
const MAX_LARGE_HEADING = 50;

export function landingPage(landing: Landing): Html {
  const { brand, words, notice, link, copiedLink, reportUrl, reportTime, tapUrl, isPreview, leaving } = landing;
  const marks = Object.keys(leaving.marks).length > 0 ? JSON.stringify(leaving.marks) : '';
  const { title, description } = link;
  const headline = notice === null ? 'headline' : (`${notice}Headline` as const);
  const heading = title ?? words.text(headline);
  return pageShell({
    words,
    brand,
    scheme: landing.scheme,
    title: `${heading} · ${brand.name}`,
    head: notice === null ? preview(landing, heading) : '',
    body: html`<body
      data-copied-link="${copiedLink ?? ''}"
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
      <main ${landing.platform === null ? raw('class="wide"') : ''}>
        <div class="intro ${heading.length > MAX_LARGE_HEADING ? 'long' : ''}">
          ${picture(landing, heading)} ${iconTile(brand)} ${appName(landing)}
          <h1 dir="auto">${title ?? words.phrase(headline)}</h1>
          ${description === null ? '' : html`<p class="about" dir="auto">${description}</p>`}
          <p class="lead">${words.phrase(lead(landing))}</p>
        </div>
        <div class="outro">
          ${actions(landing)}
          <p id="status" role="status" dir="auto"></p>
          ${leaveHint(landing)}
        </div>
      </main>
      ${script}
    </body>`,
  });
}
