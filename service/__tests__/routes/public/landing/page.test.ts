import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from '../../../../src/routes/public/landing/languages/wordsOf.ts';
import { landingPage, type Landing } from '../../../../src/routes/public/landing/page.ts';
import { EMPTY_LINK } from '../../../../src/storage/company/links.ts';

const ATTACK = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;

const brand = { id: 'shop', name: 'Shop', icon: null, accent: null, background: null };

const landing: Landing = {
  brand,
  words: wordsOf('en', {}, 'Shop'),
  notice: null,
  link: { ...EMPTY_LINK, title: 'Sale' },
  destination: 'https://shop.test/',
  platform: 'ios',
  isMac: false,
  iosButton: 'copy',
  hasFallback: { ios: false, android: false },
  desktopUrl: null,
  openUrl: null,
  intents: null,
  leaving: { isStuck: false, wayOut: null, marks: {} },
  tapUrl: null,
  pageUrl: 'https://go.test/a',
  scannedUrl: 'https://go.test/a',
  stores: { ios: 'https://ios.test', android: 'https://android.test' },
  copiedLink: 'https://go.test/a',
  reportUrl: '/api/clicks/1/device',
  reportTime: 'afterTap',
  isPreview: false,
};

for (const platform of ['ios', 'android', null] as const) {
  test(`nothing on the page for ${platform} can break out of its place`, async () => {
    const page = String(
      await landingPage({
        brand: { ...brand, name: ATTACK },
        words: wordsOf('en', { en: { headline: ATTACK, text: ATTACK, getButton: ATTACK, openButton: ATTACK } }, ATTACK),
        notice: null,
        link: { ...EMPTY_LINK, title: ATTACK, description: ATTACK, imageUrl: ATTACK },
        destination: `https://shop.test/${ATTACK}`,
        platform,
        isMac: true,
        iosButton: 'copy',
        hasFallback: { ios: true, android: true },
        desktopUrl: ATTACK,
        openUrl: ATTACK,
        intents: { store: ATTACK, open: ATTACK, areFollowed: platform === 'ios' },
        leaving: { isStuck: true, wayOut: ATTACK, marks: { [ATTACK]: ATTACK } },
        tapUrl: ATTACK,
        pageUrl: ATTACK,
        scannedUrl: ATTACK,
        stores: { ios: ATTACK, android: ATTACK },
        copiedLink: ATTACK,
        reportUrl: ATTACK,
        reportTime: 'always',
        isPreview: false,
      })
    );
    assert.equal(page.match(/<script/g)?.length, 1);
    assert.ok(!page.includes('<img'));
    assert.ok(!page.includes(`'alert(2)`));
  });
}

test('a destination that is no web link is never a link on the page', async () => {
  for (const destination of ['javascript://x', 'myapp://cart', '/cart']) {
    const page = String(await landingPage({ ...landing, platform: null, destination }));
    assert.ok(!page.includes(`href="${destination}"`));
  }
  assert.ok(String(await landingPage({ ...landing, platform: null })).includes('href="https://shop.test/"'));
});

for (const platform of ['ios', 'android'] as const) {
  test(`a phone in whose store the app is not (${platform}) is led to the web page instead of nowhere`, async () => {
    const stores = { ...landing.stores, [platform]: null };
    const page = String(await landingPage({ ...landing, platform, stores }));
    assert.match(page, /<a class="button primary" href="https:\/\/shop\.test\/">Continue in the browser<\/a>/);
    assert.match(page, /Shop is not in this phone’s store\./);
    assert.doesNotMatch(page, /Get Shop|straight there/);
    assert.doesNotMatch(
      String(await landingPage({ ...landing, platform })),
      /Continue in the browser|not in the store/
    );
    const inApp = String(await landingPage({ ...landing, platform, stores, destination: '/cart' }));
    assert.doesNotMatch(inApp, /Continue in the browser/);
  });
}

test('names and texts of others run in the direction of their own script', async () => {
  const name = 'متجر';
  const texts = { title: 'تخفيضات!', description: 'حتى الغد.' };
  const link = { ...EMPTY_LINK, ...texts };
  const page = String(await landingPage({ ...landing, link, brand: { ...brand, name } }));
  for (const text of [name, ...Object.values(texts)]) assert.match(page, new RegExp(`<\\w+[^>]* dir="auto">${text}</`));
});

test('only the page for iOS offers to copy', async () => {
  const offers = async (platform: Landing['platform']) =>
    String(await landingPage({ ...landing, platform })).includes('data-action="copy"');
  assert.deepEqual(await Promise.all([offers('ios'), offers('android'), offers(null)]), [true, false, false]);
});

test('an iPhone’s page has one button, and what it does is a setting', async () => {
  const open = { openUrl: 'shop://sale' };
  const copying = String(await landingPage({ ...landing, ...open }));
  const going = String(await landingPage({ ...landing, ...open, iosButton: 'go' }));
  for (const page of [copying, going]) {
    const visible = page.replace(/<div id="leave" hidden>[^]*?<\/div>/, '');
    assert.equal(visible.match(/class="button/g)?.length, 1);
    assert.match(page, /class="button primary"[^>]*>Get Shop<\/a>/);
    assert.match(page, /<a\s+data-action="open"[^>]*>Open Shop<\/a>/);
  }
  assert.match(copying, /data-action="copy"[^>]*aria-describedby="copying"[^]*id="copying">Also copies this link/);
  assert.match(copying, /<a\s+data-action="store"[^>]*>Continue without copying<\/a>/);
  assert.doesNotMatch(going, /data-action="copy"|copies|without copying/);
});

test('the link’s image has a place of its own, and an alternative text', async () => {
  const imageUrl = 'https://cdn.test/a.png?x=1&y=2';
  const page = String(await landingPage({ ...landing, link: { ...EMPTY_LINK, title: 'A "lamp"', imageUrl } }));
  assert.ok(
    page.includes(
      '<img class="picture" src="https://cdn.test/a.png?x=1&amp;y=2" alt="A &quot;lamp&quot;" width="1200" height="630" />'
    )
  );
  assert.doesNotMatch(String(await landingPage(landing)), /class="picture"/);
});
