import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { readImport } from '../../../../src/routes/owner/links/readImport.ts';
import { readCsv } from '../../../../src/values/readCsv.ts';
import { create } from '../../../support/linkRequests.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';

interface Report {
  rows: { line: number; code: string; outcome: string; reason?: string }[];
}

async function importFile(shop: Shop, csv: string, dryRun = false) {
  const response = await shop.callAsOwner('/api/links/import', { body: { csv, dryRun } });
  return {
    status: response.status,
    body: (await response.json()) as Report & { error?: { code: string; fields: unknown } },
  };
}

const outcomesOf = ({ rows }: Report) => rows.map(({ outcome }) => outcome);

async function exportLinks(shop: Shop): Promise<string> {
  return (await shop.callAsOwner('/api/export/links.csv')).text();
}

/** A row of Firebase's export, with the columns that are given. */
function firebaseRow(cells: Record<number, string>): string {
  return Array.from({ length: 29 }, (_, column) => cells[column + 1] ?? '').join(',');
}

const FIREBASE_HEADINGS = firebaseRow({ 1: 'Short link', 2: 'Deep link (link)', 29: 'Creation timestamp' });

test('CSV is read as spreadsheets write it', () => {
  const file = readCsv('\uFEFFa,"b ""c"",\r\nd"\r\n\r\n,x\n"",\n');
  assert.deepEqual(file, {
    kind: 'rows',
    rows: [
      { line: 1, cells: ['a', 'b "c",\r\nd'] },
      { line: 4, cells: ['', 'x'] },
      { line: 5, cells: ['', ''] },
    ],
  });
  assert.deepEqual(readCsv('a\n"b\nc'), { kind: 'unclosed', line: 2 });
  const german = readCsv('code;destination\n;"/a;b"\nx;/c,d');
  assert.deepEqual(german.kind === 'rows' && german.rows.map(({ cells }) => cells), [
    ['code', 'destination'],
    ['', '/a;b'],
    ['x', '/c,d'],
  ]);
});

onOneDatabase('the import of links', (opened) => {
  test('a row without a code gets one, and rows may be separated by semicolons', async () => {
    const shop = await openShop(opened.database);
    const csv = 'code;destination;utm_source\n;/one;mail\n;/two;\nnamed;/three;';
    const response = await shop.callAsOwner('/api/links/import', { body: { csv } });
    assert.equal(response.status, 200);
    const { rows } = (await response.json()) as { rows: { code: string; outcome: string }[] };
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['new', 'new', 'new']
    );
    assert.match(rows[0]?.code ?? '', /^\w{8}$/);
    const link = await shop.callAsOwner(`/api/links/${rows[0]?.code}`);
    assert.equal(((await link.json()) as { destination: string }).destination, '/one?utm_source=mail');
  });

  test('reads back what the export wrote, and changes nothing', async () => {
    const shop = await openShop(opened.database);
    const code = `a/${randomUUID()}`;
    await create(shop, {
      code,
      destination: 'https://shop.test/a?b=1,2',
      title: `'=SUM("A1")`,
      description: '-5\nand more',
      imageUrl: 'https://shop.test/a.png',
      data: { a: ['"'], b: null },
      fallbacks: { ios: 'https://a.test', android: 'https://b.test', desktop: 'https://c.test' },
      expiresAt: '2030-01-01T00:00:00Z',
      afterwards: 'https://d.test',
      disabled: true,
      landing: 'direct',
      iosListing: '45812c9b-c296-43d3-c6a0-c5a02f74bf6e',
      androidListing: 'autumn',
      name: 'Ana, story',
      campaign: 'xmas',
      source: 'instagram',
      medium: 'influencer',
      tags: ['paid', 'winter sale'],
    });
    const file = await exportLinks(shop);
    const read = readCsv(file);
    assert.ok(read.kind === 'rows');
    const [headings, ...rows] = read.rows.map(({ cells }) => cells);
    const row = rows.find(([first]) => first === code);
    // A field that is new has to be set above, too.
    assert.deepEqual(
      headings?.filter((_, at) => !row?.[at]),
      ['updated_at']
    );
    assert.deepEqual(outcomesOf((await importFile(shop, file)).body), ['same', 'same', 'same']);
    assert.equal(await exportLinks(shop), file);

    const other = await openShop(opened.database);
    assert.deepEqual(outcomesOf((await importFile(other, file)).body), ['new', 'new', 'new']);
    const withoutHost = (text: string) => text.replaceAll(/[\w-]+\.shop\.test/g, '').split('\r\n');
    const copied = withoutHost(await exportLinks(other));
    for (const row of withoutHost(file)) assert.ok(copied.includes(row), row);
  });

  test('leaves a link that has changed since as it is', async () => {
    const shop = await openShop(opened.database);
    const code = randomUUID();
    const csv = `code,destination\n${code},/a\n`;
    await importFile(shop, csv);
    await shop.callAsOwner(`/api/links/${code}`, { method: 'PATCH', body: { destination: '/b' } });
    const { body } = await importFile(shop, csv);
    assert.deepEqual(body.rows, [{ line: 2, code, outcome: 'different' }]);
    assert.match(await exportLinks(shop), new RegExp(`${code},[^,]*,/b,`));
    await shop.callAsOwner(`/api/links/${code}`, { method: 'PATCH', body: { destination: '/a', disabled: true } });
    assert.deepEqual(outcomesOf((await importFile(shop, csv)).body), ['different']);
  });

  test('reads Firebase’s export, with its headings and without', async () => {
    const shop = await openShop(opened.database);
    const code = `links/${randomUUID()}`;
    const row = firebaseRow({
      ...{ 1: `https://shop.page.link/${code}`, 2: 'https://shop.test/p?utm_source=own#x', 4: 'https://shop.test/afl' },
      ...{
        5: '12',
        7: 'https://shop.test/ifl',
        12: '1.2',
        14: 'https://shop.test/ofl',
        15: 'Sale',
        16: '"All, of it"',
      },
      ...{
        17: 'https://shop.test/i.png',
        18: 'mail',
        19: 'e mail',
        27: 'true',
        28: 'Internal',
        29: '2024-05-01T10:00:00Z',
      },
    });
    assert.deepEqual(outcomesOf((await importFile(shop, `${FIREBASE_HEADINGS}\r\n${row}\r\n`)).body), ['new']);
    assert.deepEqual(outcomesOf((await importFile(shop, row)).body), ['same']);
    const link = await (await shop.callAsOwner(`/api/links/${encodeURIComponent(code)}`)).json();
    assert.deepEqual(link, {
      code,
      shortUrl: `${shop.origin}/${code}`,
      destination: 'https://shop.test/p?utm_source=own&utm_medium=e+mail#x',
      name: 'Internal',
      title: 'Sale',
      description: 'All, of it',
      imageUrl: 'https://shop.test/i.png',
      data: { amv: '12', imv: '1.2' },
      fallbacks: { ios: 'https://shop.test/ifl', android: 'https://shop.test/afl', desktop: 'https://shop.test/ofl' },
      expiresAt: null,
      afterwards: null,
      disabled: false,
      landing: null,
      iosListing: null,
      androidListing: null,
      campaign: null,
      source: 'own',
      medium: 'e mail',
      tags: [],
      createdBy: null,
      createdAt: '2024-05-01T10:00:00.000Z',
      updatedAt: null,
    });
  });

  test('stores nothing of a file with broken rows, and names each with its line and the reason', async () => {
    const shop = await openShop(opened.database);
    const before = await exportLinks(shop);
    const [good, twice] = [randomUUID(), randomUUID()];
    const csv = [
      'code,destination,data,title',
      `${good},/a,,"two`,
      'lines"',
      `${twice},/a,,`,
      `${twice},/b,,`,
      'api/x,/a,,',
      'a.b,javascript:alert(1),,',
      `${randomUUID()},/a,{x},`,
      `${randomUUID()},/a`,
    ].join('\n');
    const { status, body } = await importFile(shop, csv);
    assert.equal(status, 400);
    assert.equal(body.error?.code, 'import_refused');
    const code =
      'code must be 1 to 8 segments of letters, digits, - or _, 200 characters in all, and must not begin with a word that the service reserves';
    const refused = [
      { name: 'line 5', message: 'has the same code as line 4' },
      { name: 'line 6', message: code },
      { name: 'line 7', message: `${code}; destination must be a web link, a link with an app’s scheme, or a path` },
      { name: 'line 8', message: 'data must be a JSON object' },
      { name: 'line 9', message: 'has 2 cells instead of 4' },
    ];
    assert.deepEqual(body.error.fields, refused);
    assert.equal(await exportLinks(shop), before);
    const trial = await importFile(shop, csv, true);
    assert.equal(trial.status, 200);
    assert.deepEqual(outcomesOf(trial.body), ['new', 'new', 'refused', 'refused', 'refused', 'refused', 'refused']);
  });

  test('a dry run stores nothing', async () => {
    const shop = await openShop(opened.database);
    const before = await exportLinks(shop);
    const { body } = await importFile(shop, `code,destination\n${randomUUID()},/a\n`, true);
    assert.deepEqual(outcomesOf(body), ['new']);
    assert.equal(await exportLinks(shop), before);
  });

  test('refuses a code that another app on the same host has, and all the rest with it', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database, {}, { linkHosts: [shop.host] });
    const code = randomUUID();
    const { status, body } = await importFile(other, `code,destination\n${code},/a\n${shop.codes.summer},/a\n`);
    assert.equal(status, 400);
    assert.deepEqual(body.error?.fields, [
      { name: 'line 3', message: 'code is taken by another app on the same host' },
    ]);
    assert.equal((await other.callAsOwner(`/api/links/${code}`)).status, 404);
  });

  for (const [what, csv, reason] of [
    ['an empty file', '', 'is empty'],
    [
      'a file of something else',
      'name,age\nAna,5\n',
      'must have the columns code and destination, or the 29 columns of Firebase’s export',
    ],
    ['a misspelt column', 'code,destination,expire_at\n', 'has columns that can’t be imported: expire_at'],
    ['a quote that never ends', 'code,destination\na,"/a\n', 'has a quoted cell that begins in line 2 and never ends'],
    ['too many rows', `code,destination\n${'a,/a\n'.repeat(10_001)}`, 'has 10001 rows; at most 10000 are allowed'],
    ['5 MB and more', 'x'.repeat(5 * 1024 * 1024 + 1), 'may have at most 5 MB'],
    ['a file of separators', ',\n'.repeat(2_000_000), 'has more than 500000 cells'],
  ] as const) {
    test(`${what} is refused as a whole`, async () => {
      const shop = await openShop(opened.database);
      const { status, body } = await importFile(shop, csv);
      assert.equal(status, 400);
      assert.deepEqual(body.error?.fields, [{ name: 'csv', message: reason }]);
    });
  }
});

test('a file is read in many turns, between which the process does other work', async () => {
  const rows = Array.from({ length: 2_000 }, (_, number) => `code-${number},/product/${number}`);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const file = await readImport(['code,destination', ...rows].join('\n'), new Date());
  clearInterval(counting);
  assert.ok(file.kind === 'rows' && file.rows.every(({ kind }) => kind === 'read'));
  assert.ok(turns >= 10, `${turns} turns`);
});

onOneDatabase('the import of many links', (opened) => {
  test('10,000 rows are imported, and their links work at once', async () => {
    const shop = await openShop(opened.database);
    const prefix = randomUUID();
    const rows = Array.from(
      { length: 10_000 },
      (_, number) => `${prefix}/${number},/product/${number},Title ${number}`
    );
    const fileOf = (some: readonly string[]) => ['code,destination,title', ...some].join('\n');
    const { body } = await importFile(shop, fileOf(rows));
    assert.equal(body.rows.length, rows.length);
    assert.deepEqual([...new Set(outcomesOf(body))], ['new']);
    const url = `${shop.origin}/${prefix}/9999`;
    const resolved = await shop.callAsApp('/api/link/resolve-short', { body: { url } });
    assert.deepEqual(await resolved.json(), { link: '/product/9999' });
    const again = await importFile(shop, fileOf(rows.slice(0, 500)));
    assert.deepEqual([...new Set(outcomesOf(again.body))], ['same']);
  });
});
