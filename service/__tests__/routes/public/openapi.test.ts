import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

interface Operation {
  responses: Record<string, unknown>;
  security?: object[];
  requestBody?: object;
}
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- the validator wants an index signature
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
};

onOneDatabase('OpenAPI', (opened) => {
  async function readDocument(): Promise<Document> {
    const shop = await openShop(opened.database);
    const response = await shop.call('/api/openapi.json');
    assert.equal(response.status, 200);
    return (await response.json()) as Document;
  }

  test('the document is valid', async () => {
    const result = await new Validator().validate(await readDocument());
    assert.deepEqual(result.errors ?? [], []);
    assert.ok(result.valid);
  });

  test('the document lists every endpoint', async () => {
    const { paths } = await readDocument();
    const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`)
    );
    assert.deepEqual(endpoints.sort(), [
      'delete /api/installs/{id}',
      'delete /api/keys/{id}',
      'delete /api/links',
      'delete /api/links/{code}',
      'delete /api/session',
      'delete /api/shares/{id}',
      'delete /api/users/{id}',
      'delete /api/webhooks/{id}',
      'get /api/apps',
      'get /api/apps/{id}',
      'get /api/apps/{id}/doctor',
      'get /api/apps/{id}/preview',
      'get /api/changes',
      'get /api/clicks',
      'get /api/cohorts',
      'get /api/events',
      'get /api/export/clicks.ndjson',
      'get /api/export/events.ndjson',
      'get /api/export/installs.ndjson',
      'get /api/export/statistics.csv',
      'get /api/export/{file}',
      'get /api/installs/{id}',
      'get /api/installs/{id}/timeline',
      'get /api/jobs',
      'get /api/keys',
      'get /api/links',
      'get /api/links/qr.zip',
      'get /api/links/{code}',
      'get /api/match-attempts',
      'get /api/session',
      'get /api/shared',
      'get /api/shares',
      'get /api/statistics',
      'get /api/users/{id}',
      'get /api/webhooks',
      'get /api/webhooks/{id}/deliveries',
      'get /api/whoami',
      'get /{code}',
      'patch /api/apps/{id}',
      'patch /api/links',
      'patch /api/links/{code}',
      'patch /api/webhooks/{id}',
      'post /api/apps',
      'post /api/clicks/{id}/device',
      'post /api/clicks/{id}/store-tap',
      'post /api/deliveries/{id}/replay',
      'post /api/events',
      'post /api/jobs/{name}/run',
      'post /api/keys',
      'post /api/link/create',
      'post /api/link/events',
      'post /api/link/match-link',
      'post /api/link/resolve-short',
      'post /api/links',
      'post /api/links/bulk',
      'post /api/links/delete',
      'post /api/links/import',
      'post /api/links/restore',
      'post /api/links/{code}/restore',
      'post /api/secrets/rotate',
      'post /api/session',
      'post /api/shares',
      'post /api/webhooks',
      'post /api/webhooks/{id}/rotate',
      'post /api/webhooks/{id}/test',
    ]);
  });

  test('every endpoint tells that it may be limited or busy, and that a cookie may be refused', async () => {
    const { paths } = await readDocument();
    const silent = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses, security = [] }]) => {
        const takesCookie = security.some((scheme) => 'session' in scheme);
        const statuses = ['429', '503', ...(takesCookie ? ['403'] : [])];
        return statuses.filter((status) => !(status in responses)).map((status) => `${method} ${path} ${status}`);
      })
    );
    assert.deepEqual(silent, []);
  });

  test('the document tells what a match takes, answers and refuses', async () => {
    const { paths } = await readDocument();
    const operation = paths['/api/link/match-link']?.post;
    assert.deepEqual(Object.keys(operation?.responses ?? {}), [
      '200',
      '400',
      '401',
      '403',
      '404',
      '413',
      '415',
      '429',
      '503',
    ]);
    assert.ok(operation?.security);
    assert.match(JSON.stringify(operation?.requestBody), /MatchRequest/);
  });
});
