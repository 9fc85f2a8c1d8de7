import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

onOneDatabase('X-Install-ID', (opened) => {
  test('is what the protocol says, or the request is refused and names it', async () => {
    const shop = await openShop(opened.database);
    const url = `${shop.origin}/${shop.codes.sneaker}`;
    const routes = [
      ['/api/link/match-link', { clickId: 'nobody' }, 404],
      ['/api/link/resolve-short', { url }, 200],
      ['/api/link/create', { route: '/x' }, 200],
    ] as const;
    for (const [path, body, taken] of routes) {
      for (const id of ['a', `${'a'.repeat(61)}_-9`]) {
        const { status } = await shop.callAsApp(path, { body, headers: { 'x-install-id': id } });
        assert.equal(status, taken, `${path} ${id}`);
      }
      for (const id of ['', 'a'.repeat(65), 'a b', 'a.b', 'a,b', 'é']) {
        const response = await shop.callAsApp(path, { body, headers: { 'x-install-id': id } });
        assert.equal(response.status, 400, `${path} ${id}`);
        assert.match(await response.text(), /"name":"x-install-id"/);
      }
    }
  });
});
