import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCountries } from '../../src/server/openCountries.ts';
import { countryFile } from '../support/countryFile.ts';

test('a file of MaxMind’s format tells the country of an address, and one that isn’t is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deferred-link-countries-'));
  try {
    const file = join(folder, 'country.mmdb');
    await writeFile(file, countryFile({ '198.51.100.0': 'DE', '203.0.113.0': 'IN' }));
    const countryOf = await openCountries(file);
    assert.deepEqual(['198.51.100.7', '203.0.113.255', '192.0.2.1', '2001:db8::1'].map(countryOf), [
      'DE',
      'IN',
      null,
      null,
    ]);
    await writeFile(join(folder, 'broken.mmdb'), 'not a database');
    await assert.rejects(openCountries(join(folder, 'broken.mmdb')), /GEOIP_FILE is .*broken\.mmdb/);
    await assert.rejects(openCountries(join(folder, 'none.mmdb')), /GEOIP_FILE is .*none\.mmdb/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
