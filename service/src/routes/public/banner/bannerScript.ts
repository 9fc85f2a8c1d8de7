import { minify } from '../landing/minify.ts';

/**
 * Runs on a team's own web site, and is called with what it shows as `banner`. Of the page's content security policy it
 * needs only `script-src`: it loads nothing but its icon, which it can do without, and styles elements by their
 * properties.
 */
export const bannerScript = minify(`
((banner) => {
  const tag = document.currentScript;
  const agent = navigator.userAgent;
  const isIos = /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1);
  if (!tag || (!isIos && !/Android/.test(agent))) return;
  // There Apple's own banner shows. It doesn't in other browsers of iOS, nor in apps.
  const isSafari = isIos && /Version\\/.*Safari\\//.test(agent) && !/CriOS|FxiOS|EdgiOS|OPT\\/|DuckDuckGo|Line\\//.test(agent);
  if (isSafari && document.querySelector('meta[name="apple-itunes-app"]')) return;

  const DISMISSED = 'deferred-link-banner';
  const DISMISSED_FOR_MS = 30 * 24 * 60 * 60 * 1000;
  try {
    if (Date.now() - localStorage.getItem(DISMISSED) < DISMISSED_FOR_MS) return;
  } catch {}

  // Only what shows where somebody came from.
  const TRAVELS = /^(utm_\\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|li_fat_id|ScCid|epik)=/;
  const { origin } = new URL(tag.src);
  const { link } = tag.dataset;
  if (!link && !banner.hasPathLinks) return;
  function address() {
    const url = new URL(link || location.pathname, origin + '/');
    if (url.origin !== origin) return origin;
    const parts = [url.search.slice(1), ...location.search.slice(1).split('&').filter((part) => TRAVELS.test(part))];
    const query = parts.filter(Boolean).join('&');
    return url.origin + url.pathname + (query && '?' + query);
  }

  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const neutral = isDark ? { ground: '#1d1d20', ink: '#f3f3f5', line: '#45454c' } : { ground: '#fff', ink: '#1b1b1d', line: '#d9d9de' };
  const accent = { background: banner.accent || neutral.ink, color: banner.accentInk || neutral.ground };

  function element(name, style, text) {
    const made = document.createElement(name);
    Object.assign(made.style, style);
    if (text) made.textContent = text;
    return made;
  }

  function tile() {
    const size = { width: '44px', height: '44px', borderRadius: '11px', flex: 'none' };
    const initial = element('div', { ...size, display: 'grid', placeItems: 'center', ...accent, fontSize: '22px', fontWeight: '700' }, banner.initial);
    initial.setAttribute('aria-hidden', 'true');
    if (!banner.icon) return initial;
    const icon = element('img', { ...size, objectFit: 'cover' });
    icon.alt = '';
    // The page's policy may forbid it.
    icon.onerror = () => icon.replaceWith(initial);
    icon.src = origin + banner.icon;
    return icon;
  }

  function show() {
    const host = element('div', { all: 'initial', position: 'fixed', left: '0', right: '0', bottom: '0', zIndex: '2147483647' });
    const bar = element('div', {
      display: 'flex', alignItems: 'center', gap: '12px', boxSizing: 'border-box', margin: '0 auto', maxWidth: '640px',
      padding: '10px 12px calc(10px + env(safe-area-inset-bottom))', background: neutral.ground, color: neutral.ink,
      border: '1px solid ' + neutral.line, borderBottom: '0', borderRadius: '16px 16px 0 0',
      font: '16px/1.3 system-ui, -apple-system, sans-serif', boxShadow: '0 -8px 24px -12px rgb(0 0 0 / 40%)',
    });
    bar.setAttribute('role', 'region');
    bar.setAttribute('aria-label', banner.name);
    bar.lang = banner.language;
    bar.dir = banner.direction;
    const name = element('div', { flex: '1', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: '600' }, banner.name);
    name.dir = 'auto';
    const open = element('a', { flex: 'none', maxWidth: '55%', padding: '11px 16px', borderRadius: '12px', ...accent, fontWeight: '600', textDecoration: 'none', overflowWrap: 'anywhere' }, banner.open);
    open.href = address();
    // A page that changes its path without loading again.
    open.addEventListener('click', () => (open.href = address()));
    const close = element('button', { flex: 'none', width: '44px', height: '44px', marginInline: '-4px -8px', border: '0', background: 'none', color: 'inherit', font: 'inherit', fontSize: '22px', cursor: 'pointer' }, '×');
    close.setAttribute('aria-label', banner.close);
    close.addEventListener('click', () => {
      host.remove();
      try {
        localStorage.setItem(DISMISSED, Date.now());
      } catch {}
    });
    bar.append(tile(), name, open, close);
    host.attachShadow({ mode: 'open' }).append(bar);
    document.body.append(host);
  }

  if (document.body) show();
  else addEventListener('DOMContentLoaded', show);
})`);
