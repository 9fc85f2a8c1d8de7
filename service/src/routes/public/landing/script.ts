/**
 * Runs in the visitor's browser. Everything it needs stands in the page's data attributes, so that
 * this text never changes and the content security policy can name its hash.
 *
 * Inside a frame of the same origin it tells the parent instead of leaving or touching the
 * clipboard: there, the page is shown on a simulated phone.
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
  async function readHints() {
    const hints = navigator.userAgentData;
    if (!hints || hints.platform !== 'Android') return {};
    const late = new Promise((resolve) => setTimeout(resolve, HINTS_WITHIN_MS, {}));
    try {
      return await Promise.race([hints.getHighEntropyValues(['model', 'platformVersion']), late]);
    } catch {
      return {};
    }
  }

  async function sendReport() {
    const { model, platformVersion } = await readHints();
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
  }

  let reporting = null;

  // Resolves when the report is on its way.
  async function reportDevice() {
    if (page.reportUrl) await (reporting ??= sendReport());
  }

  // For pages served without TLS, where browsers hide navigator.clipboard.
  function copyBySelection(text) {
    const field = document.createElement('textarea');
    field.value = text;
    field.setAttribute('readonly', '');
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyBySelection(text);
    }
  }

  async function copyLink() {
    if (parent) {
      tellParent({ kind: 'copied', link: page.copiedLink });
      return true;
    }
    return copy(page.copiedLink);
  }

  function goToStore(url) {
    if (parent) tellParent({ kind: 'store', url });
    else location.assign(url);
  }

  // No browser tells whether an app took the link; whoever still looks at the page after this has no app.
  const APP_OPENS_WITHIN_MS = 1500;

  function openApp(url) {
    if (!parent) location.assign(url);
    setTimeout(() => {
      if (document.visibilityState !== 'visible') return;
      document.getElementById('status').textContent = page.notOpened;
    }, APP_OPENS_WITHIN_MS);
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

  document.addEventListener('click', async (event) => {
    const button = event.target instanceof Element && event.target.closest('[data-action]');
    if (!button) return;
    event.preventDefault();
    const url = button.getAttribute('href');
    if (button.dataset.action === 'open') return openApp(url);
    const isReported = reportDevice();
    // Nothing may come before this: browsers allow copying only right after the tap.
    if (button.dataset.action === 'copy') {
      const isCopied = await copyLink();
      document.getElementById('status').textContent = isCopied ? page.copied : page.notCopied;
    }
    await isReported;
    goToStore(url);
  });

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

/** Without indentation and comments, which would be a quarter of what is sent. */
export const landingScript = source.replace(/^[ \t]*(\/\/.*)?\n?/gm, '');
