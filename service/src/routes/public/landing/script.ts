import { minify } from './minify.ts';

/**
 * Runs in the visitor's browser. Everything it needs is in the page's data attributes, so this text never changes and
 * the content security policy can name its hash.
 *
 * Inside a frame of the same origin, where the page is shown on a simulated phone, it tells the parent instead of
 * leaving or touching the clipboard.
 */
const source = `
(() => {
  'use strict';
  const page = document.body.dataset;

  function parentOfSameOrigin() {
    try {
      const isFramed = window.parent !== window;
      return isFramed && window.parent.location.origin === location.origin ? window.parent : null;
    } catch {
      return null;
    }
  }
  const parent = parentOfSameOrigin();

  function tellParent(message) {
    parent.postMessage({ source: 'deferred-link-landing', ...message }, location.origin);
  }

  // Browsers answer within milliseconds; one that doesn't must not keep anybody from the store.
  const HINTS_WITHIN_MS = 300;

  // Chrome on Android hides model and version in its agent, and gives them to a page that asks.
  const hasHints = () => navigator.userAgentData && navigator.userAgentData.platform === 'Android';

  async function readHints() {
    const late = new Promise((resolve) => setTimeout(resolve, HINTS_WITHIN_MS, {}));
    try {
      return await Promise.race([navigator.userAgentData.getHighEntropyValues(['model', 'platformVersion']), late]);
    } catch {
      return {};
    }
  }

  function sendReport({ model, platformVersion }) {
    fetch(page.reportUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // The page is left before this has arrived.
      keepalive: true,
      body: JSON.stringify({
        screenWidth: screen.width || null,
        screenHeight: screen.height || null,
        scale: window.devicePixelRatio || null,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || null,
        model: model || null,
        systemVersion: platformVersion || null,
      }),
    }).catch(() => {});
    return null;
  }

  let isReported = false;

  // Gives a promise only while there is something to wait for: a browser that has no hints is never asked.
  function reportDevice() {
    if (!page.reportUrl || isReported) return null;
    isReported = true;
    return hasHints() ? readHints().then(sendReport) : sendReport({});
  }

  function countTap() {
    if (page.tapUrl) fetch(page.tapUrl, { method: 'POST', keepalive: true }).catch(() => {});
    page.tapUrl = '';
  }

  const status = (text) => (document.getElementById('status').textContent = text);

  // A URL beside the text: an app can ask iOS whether there is a URL without reading it. This is what a clipboard item
  // with both becomes, but it is done when it returns, so the browser may follow the link that was tapped.
  function putBoth(event) {
    event.clipboardData.setData('text/plain', event.target.value);
    event.clipboardData.setData('text/uri-list', event.target.value);
    event.preventDefault();
  }

  function copyBySelection(text) {
    const field = document.createElement('textarea');
    field.value = text;
    field.setAttribute('readonly', '');
    field.style.position = 'fixed';
    document.body.append(field);
    field.select();
    field.setSelectionRange(0, text.length);
    field.addEventListener('copy', putBoth);
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }

  // Both as one item, or else the text alone. Hidden on pages without TLS, and refused by some apps.
  async function writeToClipboard(text) {
    const blobOf = (type) => new Blob([text], { type });
    try {
      const item = new ClipboardItem({ 'text/plain': blobOf('text/plain'), 'text/uri-list': blobOf('text/uri-list') });
      await navigator.clipboard.write([item]);
    } catch {
      await navigator.clipboard.writeText(text);
    }
  }

  function copy(text, copied, notCopied) {
    if (parent) tellParent({ kind: 'copied', link: text });
    if (parent || copyBySelection(text)) return status(copied);
    writeToClipboard(text).then(
      () => status(copied),
      () => status(notCopied)
    );
  }

  // No browser tells whether an app took a link. Whoever has looked at the page all the time is still here.
  function whenStillHere(ms, run) {
    let hasLeft = false;
    const leave = () => (hasLeft = true);
    document.addEventListener('visibilitychange', leave, { once: true });
    addEventListener('pagehide', leave, { once: true });
    setTimeout(() => {
      if (!hasLeft && document.visibilityState === 'visible') run();
    }, ms);
  }

  const APP_OPENS_WITHIN_MS = 1500;
  const BROWSER_OPENS_WITHIN_MS = 3000;

  function showHint(isShown) {
    const hint = document.getElementById('leave');
    if (hint) hint.hidden = !isShown;
  }

  // Where the page can be opened again with its click. The page doesn't repeat its query, which can be long.
  function addressOf() {
    const base = page.copiedLink || location.origin + location.pathname;
    const parts = location.search.slice(1).split('&');
    const query = parts.filter((part) => part && !part.startsWith('clickId=')).join('&');
    return base + (query && (base.includes('?') ? '&' : '?') + query);
  }

  function fillIn(way) {
    const address = addressOf();
    if (way[0] === '?') return address + (address.includes('?') ? '&' : '?') + way.slice(1);
    return way.replace('{page}', () => address).replace('{escaped}', () => encodeURIComponent(address));
  }

  // The tap itself follows the way out. Whoever is still here gets to the store with the next one.
  function takeWayOut(button) {
    const href = button.getAttribute('href');
    button.setAttribute('href', fillIn(page.wayOut));
    page.wayOut = '';
    setTimeout(() => button.setAttribute('href', href));
    whenStillHere(BROWSER_OPENS_WITHIN_MS, () => showHint(true));
  }

  // Browsers that name themselves to pages, and not to servers.
  function readMarks() {
    const marks = JSON.parse(page.marks || '{}');
    const mark = Object.keys(marks).find((name) => name in window);
    if (!mark) return;
    if (marks[mark] !== 'intent:') page.wayOut = marks[mark];
    else for (const link of document.querySelectorAll('[data-intent]')) link.setAttribute('href', link.dataset.intent);
    showHint(false);
  }

  // An iPad calls itself a Mac; a Mac has no touch screen, and goes to the link's own address for desktops.
  function tellMacFromIpad() {
    const ipad = document.querySelector('[data-for="ipad"]');
    if (!ipad) return;
    if (!(navigator.maxTouchPoints > 1)) {
      // Without an entry in the history, or going back would lead here again.
      if (page.desktopUrl && !page.preview && !parent) location.replace(page.desktopUrl);
      return;
    }
    document.querySelector('[data-for="desktop"]').hidden = true;
    ipad.hidden = false;
  }

  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('[data-action]');
    if (!button) return;
    const { action, fallback } = button.dataset;
    const url = button.getAttribute('href');
    const isIntent = /^intent:/.test(url);
    if (action === 'copyAddress') return copy(addressOf(), page.addressCopied, page.addressNotCopied + ' ' + addressOf());
    if (parent) event.preventDefault();
    if (action === 'open') {
      return whenStillHere(APP_OPENS_WITHIN_MS, () => {
        if (isIntent && !parent) location.assign(fallback);
        else status(page.notOpened);
      });
    }
    countTap();
    // Browsers allow copying only right after the tap.
    if (action === 'copy') copy(page.copiedLink, page.wayOut ? '' : page.copied, page.wayOut ? '' : page.notCopied);
    const reporting = reportDevice();
    if (parent) return Promise.resolve(reporting).then(() => tellParent({ kind: 'store', url }));
    if (isIntent) whenStillHere(APP_OPENS_WITHIN_MS, () => location.assign(fallback));
    if (page.wayOut) return takeWayOut(button);
    // iOS follows a universal link only for a tap on it; hints, which take a moment, are Android's.
    if (!reporting) return;
    event.preventDefault();
    return reporting.then(() => location.assign(url));
  });

  // The page stands without the link's picture, and an empty frame would be worse.
  function removeUnseen(image) {
    if (image.className === 'picture' && image.complete && !image.naturalWidth) image.remove();
  }

  for (const image of document.images) removeUnseen(image);
  document.addEventListener('error', (event) => removeUnseen(event.target), true);
  readMarks();
  tellMacFromIpad();
  // A page that was loaded ahead of time has no click. Whoever sees it loads it again, and only once.
  function replacePreview() {
    if (document.visibilityState !== 'visible' || history.state === 'reloaded') return;
    history.replaceState('reloaded', '');
    location.reload();
  }

  if (page.preview) {
    replacePreview();
    document.addEventListener('visibilitychange', replacePreview);
  } else if (page.reportTime === 'always') reportDevice();
})();
`;

export const landingScript = minify(source);
