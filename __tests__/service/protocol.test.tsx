import { HttpResponse } from 'msw';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Creating from 'react-native-deferred-link/create-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { linkServer, type Received } from '../support/linkServer';

const PAGE = readFileSync(join(__dirname, '../../service/protocol.md'), 'utf8');

/** The JSON samples under a heading of the page. */
function samplesOf(heading: string): unknown[] {
  const [, section = ''] = PAGE.split(new RegExp(`^## ${heading}$`, 'm'));
  const [own = ''] = section.split(/^## /m);
  return [...own.matchAll(/^```json\n([^]*?)^```/gm)].map(([, json = '']) => JSON.parse(json) as unknown);
}

/** The header names in the table of the page. */
const headers = () => [...PAGE.matchAll(/^\| `([A-Z][\w-]+)` \|/gm)].map(([, name = '']) => name.toLowerCase());

/** Fields and types, without the values; what an app gives as `data` is its own. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === 'data' ? 'anything' : shapeOf(field)])
  );
}

const shapesOf = (requests: Received[]) => requests.map(({ body }) => shapeOf(body));

test('what is sent is what service/protocol.md says', async () => {
  const service = linkServer({
    'match-link': { link: 'https://go.test/abc' },
    'resolve-short': { link: '/a/b' },
    create: samplesOf('create')[1] as object,
  });
  const android = createDevice({ os: 'android', referrer: 'clickId=abc' });
  await android.launch();
  const iphone = createDevice({ os: 'ios', clipboard: 'https://go.test/abc', clipboardHasUrl: true });
  const app = await iphone.launch();
  app.library.LinkAnalytics.setUserId('user-1');
  app.library.LinkAnalytics.logEvent('purchase', { total: 59.9 });
  const { createLink } = require('react-native-deferred-link/create-link') as typeof Creating;
  const [create, created] = samplesOf('create') as [Creating.NewLink, { url: string }];
  expect(await createLink(create)).toEqual({ ok: true, url: created.url });
  expect(consoleLines()).toEqual([expect.stringContaining('--shared-titles on')]);
  await iphone.wait(11_000);

  const [clickId, fingerprint] = samplesOf('match-link');
  expect(shapesOf(service.to('match-link'))).toEqual([shapeOf(clickId), shapeOf(fingerprint)]);
  const [resolve] = samplesOf('resolve-short');
  expect(shapesOf(service.to('resolve-short'))).toEqual([shapeOf(resolve), shapeOf(resolve)]);
  expect(shapesOf(service.to('create'))).toEqual([shapeOf(create)]);
  const [events] = samplesOf('events');
  expect(shapesOf(service.to('events'))).toEqual([shapeOf(events)]);

  for (const { headers: sent } of service.requests) {
    const ours = [...sent.keys()].filter((name) => headers().includes(name) || name.startsWith('x-'));
    expect(ours.sort()).toEqual(headers().sort());
    expect(sent.get('authorization')).toBe(`Bearer ${CONFIG.API_KEY}`);
  }
});

test('no request carries or stores cookies', async () => {
  const service = linkServer({ 'match-link': { link: 'https://go.test/abc' } });
  const device = createDevice();
  const sending = jest.spyOn(globalThis, 'fetch');
  const app = await device.launch();
  app.library.LinkAnalytics.logEvent('login');
  const { createLink } = require('react-native-deferred-link/create-link') as typeof Creating;
  await createLink({ route: '/invite' });
  await device.wait(1000);
  expect(new Set(service.requests.map(({ path }) => path)).size).toBe(4);
  expect(new Set(sending.mock.calls.map(([, init]) => init?.credentials))).toEqual(new Set(['omit']));
});

test('the answer in service/protocol.md is a link', async () => {
  const [, , answer] = samplesOf('match-link') as [unknown, unknown, object];
  linkServer({ 'match-link': answer });
  const app = await createDevice().launch();
  expect(app.context().link).toMatchObject({
    url: 'https://shop.example/product/42',
    data: { invitedBy: 'Ada' },
    match: { by: 'fingerprint', confidence: 0.97 },
  });
});

test('the error in service/protocol.md is told in its own words', async () => {
  const [error] = samplesOf('Errors') as [{ error: { message: string } }];
  linkServer({ 'match-link': () => HttpResponse.json(error, { status: 400 }) });
  await createDevice().launch();
  expect(consoleLines()).toEqual([
    `error: [Link] No deferred link could be matched (https://github.com/react-native-deferred-link/react-native-deferred-link/blob/main/docs/debugging.md): HTTP 400: ${error.error.message}.`,
  ]);
});
