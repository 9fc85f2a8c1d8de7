import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { DEFAULT_WINDOW_MS } from '../../src/matching/startValues.ts';
import { ATTEMPTS_WINDOW_MS } from '../../src/operations/createMatchModels.ts';
import { forgetTraces } from '../../src/operations/retention.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { DEVICE_REPORTS } from '../../src/storage/schema/tables.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { iphone, pixel, type Phone } from '../support/phones.ts';

// The table in docs/privacy.md, cell by cell: what the service holds of a person for each setting of app and service.
// __tests__/session/privacyTable.test.tsx of the library shows which requests the settings of the app lead to.

const PLATFORMS = ['ios', 'android'] as const;

interface Cell {
  /** Without consent, and with consent that is still pending, the app sends the same. */
  isGranted: boolean;
  shouldUseFingerprint: boolean | 'android';
  /** Whether there is a copied link on iOS, or a referrer on Android. */
  hasSign: boolean;
}

const granted = ([true, 'android', false] as const).flatMap((shouldUseFingerprint) =>
  [true, false].map((hasSign): Cell => ({ isGranted: true, shouldUseFingerprint, hasSign }))
);
const cells = [...granted, { isGranted: false, shouldUseFingerprint: true, hasSign: true }].flatMap((cell: Cell) =>
  PLATFORMS.flatMap((os) => DEVICE_REPORTS.map((deviceReport) => ({ ...cell, os, deviceReport })))
);

/** What reports count it by: see storage/counts. */
const OF_COUNT = ['audience', 'visitor'];
/** In which order exports have it. */
const OF_EXPORT = ['arrived', 'position'];
const OF_LINK = ['app_id', 'code', 'created_at', 'id', ...OF_COUNT, ...OF_EXPORT];
const OF_VISITOR = [
  'address',
  'browser',
  'device',
  'language',
  'look',
  'network',
  'query',
  'user_agent',
  'wide_network',
];
const OF_SCREEN = ['reported_at', 'scale', 'screen_height', 'screen_width', 'timezone'];
const OF_CLAIM = ['claimed_at', 'claimed_by'];
const OF_RIVAL = ['browser', 'device', 'language', 'look', 'network', 'wide_network'];
const OF_ATTEMPT = ['app_id', 'attempted_at', 'id', 'install_id', 'outcome'];
const OF_ANSWER = [
  ...OF_EXPORT,
  'app_id',
  'audience',
  'click_id',
  'code',
  'confidence',
  'id',
  'matched_at',
  'matched_by',
  'query',
  'since',
];

const CAMPAIGN = 'utm_source=mail&utm_campaign=summer';
const QUERY = `${CAMPAIGN}&coupon=FOR-ANNA`;

type Row = Record<string, unknown>;

const filled = (row: Row | undefined) => Object.keys(row ?? {}).filter((name) => row?.[name] !== null);
const sorted = (...groups: (readonly string[])[]) => groups.flat().sort();

onOneDatabase('what the service holds of a person', (opened) => {
  const execute = async (query: ReturnType<typeof sql>) => rowsOf<Row>(await opened.database.queries.execute(query));

  async function rowsOfApp(table: string, appId: string): Promise<Row[]> {
    const rows = await execute(
      sql`SELECT to_json(t) AS row FROM ${sql.identifier(table)} AS t WHERE app_id = ${appId}`
    );
    return rows.map(({ row }) => row as Row);
  }

  /** Everything in the database, whosever it is. */
  async function dump(): Promise<string> {
    const tables = await execute(
      sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`
    );
    const all = tables.map(({ name }) => sql`SELECT to_json(t) AS row FROM ${sql.identifier(String(name))} AS t`);
    return JSON.stringify(await execute(sql.join(all, sql` UNION ALL `)));
  }

  for (const [index, { isGranted, shouldUseFingerprint, os, hasSign, deviceReport }] of cells.entries()) {
    const sign = os === 'ios' ? 'copied link' : 'referrer';
    const consent = isGranted ? 'granted' : 'pending or denied';
    const setting = `consent ${consent}, fingerprint ${shouldUseFingerprint}, ${hasSign ? 'a' : 'no'} ${sign} on ${os}`;
    test(`${setting}, device report ${deviceReport}`, async () => {
      const shop = await openShop(opened.database, {}, { deviceReport });
      const installId = randomUUID();
      const marker = `Cell/${index}`;
      const model = os === 'ios' ? iphone : pixel;
      const phone: Phone = {
        ...model,
        address: `198.51.${100 + Math.floor(index / 200)}.${1 + (index % 200)}`,
        browser: {
          ...model.browser,
          userAgent: `${model.browser.userAgent} ${marker}`,
          ...(os === 'android' ? { model: 'Pixel 7', systemVersion: '14.0.0' } : {}),
        },
      };
      const { userAgent: _agent, acceptLanguage: _language, ...device } = phone.browser;
      // An iPhone's version is in its agent. An Android's version and model are in the report.
      const ofAgent = os === 'ios' ? ['system_version'] : [];
      const ofReport = os === 'ios' ? OF_SCREEN : [...OF_SCREEN, 'model', 'system_version'];
      const click = async () => (await rowsOfApp('clicks', shop.app.id))[0];

      // Somebody opens the page, and then taps a store button.
      const page = await (await shop.view(shop.codes.summer, phone, `/${shop.codes.summer}?${QUERY}`)).text();
      const reportUrl = /data-report-url="([^"]*)"/.exec(page)?.[1] ?? '';
      const copiedLink = /data-copied-link="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const report = async () => assert.equal((await shop.call(reportUrl, { body: device })).status, 204);
      assert.equal(reportUrl === '', deviceReport === 'never');
      if (deviceReport === 'always') await report();
      const opening = deviceReport === 'always' ? ofReport : [];
      assert.deepEqual(filled(await click()).sort(), sorted(OF_LINK, OF_VISITOR, ofAgent, opening));
      if (deviceReport === 'afterTap') await report();
      const reported = deviceReport === 'never' ? [] : ofReport;
      const isReported = deviceReport === 'never' ? [] : ['reported_at'];
      assert.deepEqual(filled(await click()).sort(), sorted(OF_LINK, OF_VISITOR, ofAgent, reported));

      // The app starts for the first time, and sends what its settings allow.
      const usesFingerprint = isGranted && (shouldUseFingerprint === true || shouldUseFingerprint === os);
      const usesSign = isGranted && hasSign;
      const byClickId = usesSign && os === 'android';
      const body = byClickId
        ? { clickId: new URL(copiedLink).searchParams.get('clickId') }
        : {
            ...(usesFingerprint ? phone.fingerprint : {}),
            ...(usesSign ? { pastedLink: copiedLink } : {}),
          };
      const isAsked = usesFingerprint || usesSign;
      if (isAsked) assert.equal((await shop.match(body, phone.address, installId)).status, 200);
      const url = `${shop.origin}/${shop.codes.sneaker}`;
      const headers = isGranted ? { 'x-install-id': installId } : {};
      const resolved = await shop.callAsApp('/api/link/resolve-short', {
        body: { url },
        headers,
        address: phone.address,
      });
      assert.equal(resolved.status, 200);

      const afterClaim = isAsked
        ? sorted(OF_LINK, OF_CLAIM, OF_RIVAL, isReported, ['query'])
        : sorted(OF_LINK, OF_VISITOR, ofAgent, reported);
      assert.deepEqual(filled(await click()).sort(), afterClaim);
      assert.equal((await click())?.query, isAsked ? CAMPAIGN : QUERY);
      const attempts = await rowsOfApp('match_attempts', shop.app.id);
      const ofSearch = byClickId
        ? ['delay_ms', 'matched_by']
        : usesSign
          ? [
              'delay_ms',
              'matched_by',
              ...(usesFingerprint ? ['comparison', 'guess_confidence', 'guess_is_right', 'platform'] : []),
            ]
          : ['confidence', 'delay_ms', 'linked', 'matched_by', 'platform'];
      const ofNetwork = ['network', 'wide_network'];
      assert.deepEqual(
        attempts.map((row) => filled(row).sort()),
        isAsked ? [sorted(OF_ATTEMPT, ofSearch, ofNetwork)] : []
      );
      const answers = await rowsOfApp('installs', shop.app.id);
      assert.deepEqual(
        answers.map((row) => filled(row).sort()),
        isAsked ? [sorted(OF_ANSWER)] : []
      );
      const opens = await rowsOfApp('opens', shop.app.id);
      assert.deepEqual(
        opens.map((row) => row.install_id),
        isGranted ? [installId] : []
      );
      const held = await dump();
      assert.equal(held.includes(phone.address), !isAsked);
      assert.equal(held.includes(marker), !isAsked);
      assert.equal(held.includes(installId), isGranted);

      // The window is over.
      await forgetTraces(opened.database.queries, shop.clock.now + DEFAULT_WINDOW_MS, DEFAULT_WINDOW_MS);
      assert.deepEqual(
        filled(await click()).sort(),
        sorted(OF_LINK, isAsked ? OF_CLAIM : [], isReported, ['browser', 'device', 'query'])
      );
      await forgetTraces(opened.database.queries, shop.clock.now + ATTEMPTS_WINDOW_MS, DEFAULT_WINDOW_MS);
      const [attempt] = await rowsOfApp('match_attempts', shop.app.id);
      assert.deepEqual(filled(attempt).sort(), isAsked ? sorted(OF_ATTEMPT, ofSearch) : []);
      const left = await dump();
      for (const trace of [phone.address, '198.51.', marker, JSON.stringify(device.timezone)]) {
        assert.ok(!left.includes(trace), trace);
      }
    });
  }
});
