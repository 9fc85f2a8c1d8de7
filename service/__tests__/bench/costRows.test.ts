import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COST_ROWS } from '../../bench/service/costRows.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';

interface Operation {
  tags?: string[];
}

onOneDatabase('costs', (opened) => {
  test('every route that takes no secret has a row in the benchmark of costs', async () => {
    const shop = await openShop(opened.database);
    const { paths } = (await (await shop.call('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const described = new Map<string, string[]>(
      Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, { tags = [] }]) => [`${method.toUpperCase()} ${path}`, tags] as const)
      )
    );
    const inBraces = (path: string) => path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}');
    const routes = shop.service.routes
      .filter(({ method }) => !['ALL', 'OPTIONS'].includes(method))
      .map(({ method, path }) =>
        described.has(`${method} ${inBraces(path)}`) ? `${method} ${inBraces(path)}` : `${method} ${path}`
      );
    const isSecret = (route: string) => (described.get(route) ?? []).some((tag) => tag === 'owner' || tag === 'admin');
    // For an admin, though no part of the document.
    const apart = ['GET /metrics'];
    const open = [...new Set(routes)].filter((route) => !isSecret(route) && !apart.includes(route));
    assert.deepEqual(open.sort(), Object.keys(COST_ROWS).sort());
  });
});
