import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { builtIn } from '../../../../../src/routes/public/landing/languages/builtIn.ts';
import { chooseLanguage } from '../../../../../src/routes/public/landing/languages/chooseLanguage.ts';
import { wordsOf } from '../../../../../src/routes/public/landing/languages/wordsOf.ts';
import { IN_APP_AGENTS } from '../../../../support/inAppAgents.ts';
import { onOneDatabase } from '../../../../support/onEachDatabase.ts';
import { openShop } from '../../../../support/openShop.ts';
import { iphone, pixel, type Phone } from '../../../../support/phones.ts';

const speaks = (acceptLanguage: string, phone: Phone = pixel): Phone => ({
  ...phone,
  browser: { ...phone.browser, acceptLanguage },
});

const own = (...languages: string[]) => Object.fromEntries(languages.map((tag) => [tag, { headline: tag }]));

for (const [header, texts, language] of [
  [undefined, {}, 'en'],
  ['', {}, 'en'],
  ['*', {}, 'en'],
  ['de-CH,de;q=0.9,en;q=0.8', {}, 'de'],
  ['sv;q=0.9, es;q=0.4, de;q=0.5', {}, 'de'],
  ['de;q=0, es;q=0.1', {}, 'es'],
  ['es;q=nonsense, de', {}, 'de'],
  ['sv, de;q=0.5', own('sv'), 'sv'],
  ['FR-ca', own('fr'), 'fr'],
  ['de-AT', own('de-AT'), 'de-AT'],
  ['zh-TW', own('zh-Hans', 'zh-Hant'), 'zh-Hant'],
  ['zh-TW', own('zh', 'zh-Hans'), 'zh-Hant'],
  ['zh-CN', own('zh'), 'zh'],
  ['zh-HK', {}, 'zh-Hant'],
  ['zh', {}, 'zh-Hans'],
  ['iw-IL', {}, 'he'],
  ['sr-Latn', own('sr'), 'sr'],
  ['pt-PT, en;q=0.5', own('pt-BR'), 'pt-BR'],
  ['<script>, ;;;q=,,', own('sv'), 'en'],
  ['constructor, __proto__, tostring', {}, 'en'],
  [`${'x'.repeat(100_000)},de`, {}, 'en'],
  ['sv,da,fi,no,cs,sk,hu,ro,bg,el,de', {}, 'en'],
  ['sv,da,fi,no,cs,sk,hu,ro,bg,de', {}, 'de'],
] as const) {
  test(`“${String(header).slice(0, 30)}” with texts in ${Object.keys(texts).join() || 'no language'} gets ${language}`, () => {
    assert.equal(chooseLanguage(header, texts), language);
  });
}

const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'he', 'ja', 'ko', 'zh-Hans', 'zh-Hant'];

test('every built-in language has every text in its own words, with the app’s name where English has it', () => {
  const english = Object.entries(builtIn.get('en') ?? {});
  assert.deepEqual([...builtIn.keys()], LANGUAGES);
  for (const [language, texts] of builtIn) {
    assert.deepEqual(Object.keys(texts).sort(), english.map(([name]) => name).sort(), language);
    for (const [name, text] of english as [keyof typeof texts, string][]) {
      const translated = texts[name];
      assert.equal(translated.includes('{app}'), text.includes('{app}'), `${language} ${name}`);
      assert.ok(translated.trim());
      if (language !== 'en') assert.notEqual(translated, text, `${language} ${name}`);
    }
  }
});

const PAGE_OF_TEXTS = new URL('../../../../../src/routes/public/landing/languages/README.md', import.meta.url);

/** For those who proofread: each text in all languages. */
function pageOfTexts(): string {
  const nameOf = (language: string) => new Intl.DisplayNames('en', { type: 'language' }).of(language);
  const languages = [...builtIn].map(([language, texts]) => ({ language, texts }));
  const tables = Object.keys(builtIn.get('en') ?? {}).map((name) => {
    const rows = languages.map(({ language, texts }) => {
      const direction = wordsOf(language, {}, '').direction;
      return `<tr><td>${nameOf(language)}</td><td lang="${language}" dir="${direction}">${texts[name as keyof typeof texts]}</td></tr>`;
    });
    return `## ${name}\n\n<table>\n${rows.join('\n')}\n</table>\n`;
  });
  return `# The landing page's texts, side by side

No native speaker has proofread these. If a text is wrong or sounds odd, change it in its file in this folder. Then run \`UPDATE_TEXTS=1 node --import tsx --test __tests__/routes/public/landing/languages/languages.test.ts\` in \`service/\`, which writes this page again. \`{app}\` stands for the app's name. [Where each text is shown](../../../../../../docs/landing-page.md).

${tables.join('\n')}`;
}

test('the page for proofreaders lists all texts of all languages', () => {
  if (process.env.UPDATE_TEXTS) writeFileSync(PAGE_OF_TEXTS, pageOfTexts());
  assert.equal(readFileSync(PAGE_OF_TEXTS, 'utf8'), pageOfTexts());
});

test('what a language lacks comes from its base, then from the built-in texts, then from English', () => {
  const texts = { 'de-AT': { headline: 'Servus' }, de: { headline: 'Hallo', text: 'Los' }, en: { getButton: 'Go' } };
  const austrian = wordsOf('de-AT', texts, 'Shop');
  assert.deepEqual(
    [austrian.text('headline'), austrian.text('text'), austrian.text('getButton'), austrian.text('openButton')],
    ['Servus', 'Los', 'Shop holen', 'Shop öffnen']
  );
  const swedish = wordsOf('sv', { ...texts, sv: { headline: 'Öppna i {app}' } }, '$& {app}');
  assert.deepEqual(
    [swedish.text('headline'), swedish.text('getButton'), swedish.text('skipButton')],
    ['Öppna i $& {app}', 'Go', 'Continue without copying']
  );
  assert.equal(wordsOf('zh-TW', { zh: { headline: '你好' }, 'zh-TW': { text: '好' } }, '').text('closeButton'), '關閉');
  assert.doesNotMatch(wordsOf('zh-TW', { zh: { headline: '你好' } }, '').text('headline'), /你好/);
});

test('languages run in the direction of their script', () => {
  const direction = (tag: string) => wordsOf(tag, {}, '').direction;
  for (const tag of ['ar', 'ar-EG', 'he', 'fa', 'ur-PK', 'pa-Arab', 'ckb']) assert.equal(direction(tag), 'rtl', tag);
  for (const tag of ['en', 'ja', 'arn', 'ug-Cyrl', 'hebrew']) assert.equal(direction(tag), 'ltr', tag);
});

onOneDatabase('languages', (opened) => {
  test('a link has a page for each language that is asked for', async () => {
    const shop = await openShop(opened.database, {}, { texts: { es: { headline: '¡Hola!' } } });
    const headingOf = async (language: string) => {
      const page = await (await shop.view(shop.codes.summer, speaks(language))).text();
      return [/<html lang="([^"]+)" dir="ltr">/.exec(page)?.[1], /<h1[^>]*>([^<]+)/.exec(page)?.[1]];
    };
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual(await headingOf('de-DE'), ['de', 'In Test Shop öffnen']);
      assert.deepEqual(await headingOf('es-MX'), ['es', '¡Hola!']);
      assert.deepEqual(await headingOf('sv'), ['en', 'Open this in Test Shop']);
    }
  });

  test('a page from right to left says so, and marks what is in English', async () => {
    const texts = { fa: { headline: 'ادامه در برنامه', getButton: 'دریافت برنامه' } };
    const shop = await openShop(opened.database, {}, { texts });
    const page = await (await shop.view(shop.codes.summer, speaks('fa-IR', iphone))).text();
    assert.match(page, /<html lang="fa" dir="rtl">/);
    assert.match(page, /data-action="copy"[^>]*>دریافت برنامه<\/a>/);
    assert.match(page, /<span lang="en" dir="auto">Continue without copying<\/span>/);
  });

  test('pages that lead nowhere speak the visitor’s language, and one that has ended looks like its app', async () => {
    const shop = await openShop(opened.database, {}, { accent: '#2563eb' });
    await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'PATCH', body: { disabled: true } });
    const ended = await (await shop.view(shop.codes.summer, speaks('es'))).text();
    assert.match(ended, /<html lang="es"[^]*--accent:#2563eb[^]*Este enlace ya no funciona/);
    const missing = await (await shop.view('nothing', speaks('es'))).text();
    assert.match(missing, /<html lang="es"[^]*no lleva a ninguna parte/);
  });

  const readers: [string, Phone][] = [
    ['an iPhone', iphone],
    ['WeChat', { ...iphone, browser: { ...iphone.browser, userAgent: IN_APP_AGENTS.WeChat?.ios ?? '' } }],
    ['Android', pixel],
    ['a desktop', { ...pixel, browser: { ...pixel.browser, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125' } }],
  ];

  /** What a person reads, hints that are still hidden included. */
  const textOf = (page: string) =>
    (/<main[^]*<\/main>/.exec(page)?.[0] ?? '')
      .replace(/<(\w+)[^>]* aria-hidden[^]*?<\/\1>|<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');

  for (const language of LANGUAGES) {
    test(`every page in ${language} is whole: nothing is left in English, and it has at most 45 words`, async () => {
      const shop = await openShop(opened.database, {}, { name: 'Glow', scheme: 'glow' });
      const body = { disabled: true, destination: '/off', code: `off-${shop.app.id}` };
      assert.equal((await shop.callAsOwner('/api/links', { body })).status, 201);
      const { direction } = wordsOf(language, {}, '');
      const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
      const english = [...Object.values(builtIn.get('en') ?? {})].map((text) => text.replaceAll('{app}', 'Glow'));
      for (const iosButton of ['copy', 'go']) {
        await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { iosButton } });
        for (const [who, phone] of readers) {
          for (const code of [shop.codes.summer, body.code, 'mistyped']) {
            const page = await (await shop.view(code, speaks(language, phone))).text();
            assert.ok(page.includes(`<html lang="${language}" dir="${direction}">`), who);
            const text = textOf(page);
            const words = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike);
            assert.ok(words.length <= 45, `${words.length} words for ${who}: ${text}`);
            if (language === 'en') continue;
            assert.doesNotMatch(page, /<span lang="en"/);
            for (const each of english) assert.ok(!page.includes(`>${each}<`) && !page.includes(`"${each}"`), each);
          }
        }
      }
      const banner = await (
        await shop.call('/banner.js', { headers: { 'accept-language': language, host: shop.host } })
      ).text();
      assert.ok(banner.includes(JSON.stringify(wordsOf(language, {}, 'Glow').text('openButton'))), banner.slice(-300));
      for (const [other, texts] of builtIn) if (other !== language) assert.ok(!banner.includes(texts.leaveNote));
      assert.ok(gzipSync(banner).length <= 3_072);
    });
  }
});
