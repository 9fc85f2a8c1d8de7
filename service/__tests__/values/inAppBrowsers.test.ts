import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { BY_INTENT, IN_APP_BROWSERS, WAY_OUT_PARAMETERS, type WayOut } from '../../src/values/inAppBrowsers.ts';
import { passedQuery } from '../../src/values/shortUrl.ts';

const written = (way: WayOut, known = way === BY_INTENT ? '`intent:` links' : `\`${way}\``) =>
  way === null ? 'the explanation' : known;

test('docs/in-app-browsers.md has the table as it is', async () => {
  const page = await readFile(new URL('../../../docs/in-app-browsers.md', import.meta.url), 'utf8');
  const [first = ''] = page.split('\n## ', 1);
  const rows = IN_APP_BROWSERS.map(
    ({ name, ios, android, source }) => `| ${name} | ${written(ios)} | ${written(android)} | ${source} |`
  );
  assert.deepEqual(
    first.split('\n').filter((line) => line.startsWith('| ') && !/^\| (app|---) /.test(line)),
    rows
  );
});

test('what a way out adds to a link is none of the link’s parameters', () => {
  assert.deepEqual(WAY_OUT_PARAMETERS, ['openExternalBrowser']);
  assert.equal(passedQuery('?a=1&openExternalBrowser=1&clickId=x&b=2'), 'a=1&b=2');
  assert.equal(passedQuery('?openExternalBrowser=1'), null);
});
