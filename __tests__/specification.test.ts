import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The numbered rules and the tables of the specification that a test has to name. */
const RULES = [
  ['§1', 6],
  ['§4.3', 7],
  ['§5', 3],
  ['§7', 4],
  ['§8', 3],
  ['§9', 3],
] as const;
const TABLES = ['§2.1', '§2.2', '§2.3', '§2.4', '§2.5', '§2.6', '§2.7', '§3', '§4.1', '§4.2', '§6'];

const numbered = RULES.flatMap(([section, count]) => Array.from({ length: count }, (_, i) => `${section}.${i + 1}`));

function testNames(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return testNames(path);
      return entry.name === 'specification.test.ts' || !/\.test\.tsx?$/.test(entry.name)
        ? ''
        : readFileSync(path, 'utf8');
    })
    .join('\n')
    .replace(/\/\/.*|\/\*[^]*?\*\//g, '');
}

test('every numbered rule and table of the specification is named by a test', () => {
  const names = new Set(testNames(__dirname).match(/§[\d.]*\d/g));
  expect([...numbered, ...TABLES].filter((rule) => !names.has(rule))).toEqual([]);
});
