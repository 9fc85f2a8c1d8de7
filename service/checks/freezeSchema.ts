import { writeFileSync } from 'node:fs';
import { digestOf, SCHEMA } from '../src/storage/schema/schema.ts';

// Before a release: from then on a test keeps what this version's schema consists of.

const { number, migrations } = SCHEMA;
const digests = await Promise.all(migrations.map(async (each) => [each.name, await digestOf(each)] as const));
const released = { number, digest: await digestOf(SCHEMA), migrations: Object.fromEntries(digests) };
writeFileSync(
  new URL('../__tests__/storage/schema/releasedSchema.json', import.meta.url),
  `${JSON.stringify(released, null, 2)}\n`
);
