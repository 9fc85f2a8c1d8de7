import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtIn, chooseLanguage } from '../../../../../src/routes/public/landing/languages/chooseLanguage.ts';
import { wordsOf } from '../../../../../src/routes/public/landing/languages/wordsOf.ts';
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
  ['fr;q=0.9, es;q=0.4, de;q=0.5', {}, 'de'],
  ['de;q=0, es;q=0.1', {}, 'es'],
  ['es;q=nonsense, de', {}, 'de'],
  ['fr, de;q=0.5', own('fr'), 'fr'],
  ['FR-ca', own('fr'), 'fr'],
  ['de-AT', own('de-AT'), 'de-AT'],
  ['zh-TW', own('zh-Hans', 'zh-Hant'), 'zh-Hant'],
  ['pt-PT, en;q=0.5', own('pt-BR'), 'pt-BR'],
  ['<script>, ;;;q=,,', own('fr'), 'en'],
  ['constructor, __proto__, tostring', {}, 'en'],
  [`${'x'.repeat(100_000)},de`, {}, 'en'],
  ['fr,it,pt,nl,sv,da,fi,no,pl,cs,de', {}, 'en'],
  ['fr,it,pt,nl,sv,da,fi,no,pl,de', {}, 'de'],
] as const) {
  test(`“${String(header).slice(0, 30)}” with texts in ${Object.keys(texts).join() || 'no language'} gets ${language}`, () => {
    assert.equal(chooseLanguage(header, texts), language);
  });
}

test('every built-in language has every text, with the app’s name where English has it', () => {
  const english = Object.entries(builtIn.get('en') ?? {});
  assert.deepEqual([...builtIn.keys()], ['en', 'de', 'es']);
  for (const [language, texts] of builtIn) {
    for (const [name, text] of english) {
      const translated = texts[name as keyof typeof texts];
      assert.equal(translated.includes('{app}'), text.includes('{app}'), `${language} ${name}`);
      assert.ok(translated.trim());
    }
  }
});

test('what a language lacks comes from its base, then from the built-in texts, then from English', () => {
  const texts = { 'de-AT': { headline: 'Servus' }, de: { headline: 'Hallo', text: 'Los' }, en: { getButton: 'Go' } };
  const austrian = wordsOf('de-AT', texts, 'Shop');
  assert.deepEqual(
    [austrian.text('headline'), austrian.text('text'), austrian.text('copyButton'), austrian.text('openButton')],
    ['Servus', 'Los', 'Link kopieren und App holen', 'Shop öffnen']
  );
  const japanese = wordsOf('ja', { ...texts, ja: { headline: '{app}で開く' } }, '$& {app}');
  assert.deepEqual(
    [japanese.text('headline'), japanese.text('playButton'), japanese.text('skipButton')],
    ['$& {app}で開く', 'Go', 'Continue without copying']
  );
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
      assert.deepEqual(await headingOf('nl'), ['en', 'Open this in Test Shop']);
    }
  });

  test('a page from right to left says so, and marks what is in English', async () => {
    const texts = { ar: { headline: 'تابع في التطبيق', getButton: 'حمّل التطبيق' } };
    const shop = await openShop(opened.database, {}, { texts });
    const page = await (await shop.view(shop.codes.summer, speaks('ar-EG', iphone))).text();
    assert.match(page, /<html lang="ar" dir="rtl">/);
    assert.match(page, /data-action="copy"[^>]*>حمّل التطبيق<\/a>/);
    assert.match(page, /<span lang="en" dir="auto">Continue without copying<\/span>/);
  });

  test('pages that lead nowhere speak the visitor’s language, and one that has ended looks like its app', async () => {
    const shop = await openShop(opened.database, {}, { accent: '#2563eb' });
    await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'PATCH', body: { disabled: true } });
    const ended = await (await shop.view(shop.codes.summer, speaks('es'))).text();
    assert.match(ended, /<html lang="es"[^]*--accent:#2563eb[^]*Este enlace ha caducado/);
    const missing = await (await shop.view('nothing', speaks('es'))).text();
    assert.match(missing, /<html lang="es"[^]*no lleva a ninguna parte/);
  });
});
