import { addApp, changeApp } from '../../src/operations/apps.ts';
import { createLink } from '../../src/operations/createLink.ts';
import { readIcon, type Icon } from '../../src/values/icon.ts';
import { dataUrl, png } from '../support/icons.ts';
import { IN_APP_AGENTS } from '../support/inAppAgents.ts';
import { iphone, pixel } from '../support/phones.ts';
import { NOW, openDashboard, type OpenDashboard, type Visit } from './openDashboard.ts';

export const SCREENS = {
  phone: { userAgent: iphone.browser.userAgent, viewport: { width: 390, height: 844 } },
  android: { userAgent: pixel.browser.userAgent, viewport: { width: 412, height: 915 } },
  desktop: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125', viewport: { width: 1024, height: 900 } },
  narrow: { userAgent: iphone.browser.userAgent, viewport: { width: 320, height: 700 } },
  wechat: { userAgent: IN_APP_AGENTS.WeChat?.ios ?? '', viewport: { width: 390, height: 844 } },
  'narrow desktop': { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125', viewport: { width: 320, height: 700 } },
};

/** A bright accent, a dark one, and one that is hard to see on white; with and without icon and background. */
export const BRANDS = {
  tide: { name: 'Tide', accent: '#0f766e', background: null, colour: '#0f766e' },
  sunny: { name: 'Sunny Side', accent: '#fde047', background: '#fef9c3', colour: null },
  night: { name: 'Night Owl', accent: '#1e1b4b', background: '#312e81', colour: '#312e81' },
};

/** As long as they may be, and hard to break into lines. */
export const LONG = {
  ar: {
    headline: 'تابع في التطبيق واحصل على خصم خمسة وعشرين بالمئة على طلبك الأول اليوم فقط الآن',
    text: 'حمّل التطبيق وسيفتح مباشرة على هذه الصفحة عند تشغيله لأول مرة. '.repeat(3).slice(0, 200),
    getButton: 'حمّل التطبيق مجانًا من المتجر الآن',
    openButton: 'افتح التطبيق المثبت على هاتفك',
  },
  ja: {
    headline: '続きはアプリで。初回のご注文が本日限り二十五パーセント割引になります'.repeat(2).slice(0, 80),
    text: 'アプリを入手すると、初めて起動したときにこのページがそのまま開きます。'.repeat(6).slice(0, 200),
    getButton: 'アプリを無料で入手してこのページから続けるにはこちらをタップしてください今すぐどうぞ'.slice(0, 40),
    openButton: 'インストール済みのアプリで開く',
  },
  de: {
    headline: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsfeier'.slice(0, 80),
    text: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(3),
    getButton: 'Donaudampfschifffahrtsgesellschaftsapp',
    openButton: 'Kraftfahrzeughaftpflichtversicherungsapp',
  },
};

/** With what a policy would read as its own. */
export const PICTURE = 'https://cdn.test/a,b;c.png?x=1';

export interface LandingPages extends OpenDashboard {
  addBrand: (id: string, brand: object, icon?: Icon | null) => Promise<void>;
  /** Opens a link on a screen. */
  open: (code: string, screen: keyof typeof SCREENS, options?: object) => Promise<Visit>;
}

/** Landing pages of apps with and without a brand, and of links of all kinds. */
export async function openLandingPages(): Promise<LandingPages> {
  const dashboard = await openDashboard();

  async function addBrand(id: string, brand: object, icon: Icon | null = null) {
    const app = { id, name: id, linkHosts: [`${id}.test`], iosAppId: null, appStoreId: '42', scheme: id };
    const stored = { ...app, androidPackage: 'test.shop', androidSha256: [], createdAt: new Date(NOW), ...brand };
    await addApp(dashboard.queries, stored);
    if (icon) await changeApp(dashboard.queries, id, { icon });
    await createLink(dashboard.queries, stored, { code: id, destination: '/sale', createdAt: new Date(NOW) });
  }

  async function open(code: string, screen: keyof typeof SCREENS, options: object = {}): Promise<Visit> {
    const visit = await dashboard.visit({ ...SCREENS[screen], ...options });
    await visit.page.route(/^https:/, (route) =>
      route.fulfill({ contentType: 'image/png', body: png(64, 32, '#f59e0b') })
    );
    await visit.page.goto(`${dashboard.url}/${code}`);
    return visit;
  }

  for (const [id, { colour, ...brand }] of Object.entries(BRANDS)) {
    await addBrand(id, brand, colour === null ? null : (readIcon(dataUrl(png(128, 128, colour))) as Icon));
  }
  await addBrand('plain', { name: 'Plain' });
  const tide = { id: 'tide', linkHosts: ['tide.test'] };
  const createdAt = new Date(NOW);
  const shown = { title: 'Halo lamp', description: 'Until Sunday.', imageUrl: PICTURE };
  await createLink(dashboard.queries, tide, { code: 'tide-picture', destination: '/lamp', ...shown, createdAt });
  await createLink(dashboard.queries, tide, {
    code: 'tide-off',
    destination: '/lamp',
    disabledAt: createdAt,
    createdAt,
  });
  await addBrand('long', { name: 'متجر الكتب والقرطاسية', texts: LONG });
  return { ...dashboard, addBrand, open };
}
