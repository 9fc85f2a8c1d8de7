import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { entries, manifest } from './library.mjs';
import { run } from './run.mjs';

const UNWANTED =
  /(^|\/)(__tests__|__mocks__|example|scripts|coverage|node_modules|\.[^/]+)(\/|$)|\.test\.|\.tsbuildinfo$/;

/** The sources that a source map names and the package does not hold. */
function missingSources(file, folder) {
  const { sources, sourceRoot = '', sourcesContent } = JSON.parse(readFileSync(file, 'utf8'));
  return sources
    .filter((source, i) => {
      const path = resolve(dirname(file), sourceRoot, source);
      return !sourcesContent?.[i] && !(path.startsWith(folder + sep) && existsSync(path));
    })
    .map((source) => `${relative(folder, file)} points to ${source}, which is not in the package`);
}

/**
 * Checks every file that would be published, for what publint and attw don't ask: no test, no example, no map to
 * missing sources, a folder for each entry.
 */
export function checkTarball(tarball, workFolder) {
  const folder = join(workFolder, 'package');
  mkdirSync(workFolder, { recursive: true });
  run('tar', ['-xzf', tarball, '-C', workFolder]);
  const names = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());

  const problems = [
    ...names.filter((name) => UNWANTED.test(name)).map((name) => `${name} should not be published`),
    ...names.filter((name) => name.endsWith('.map')).flatMap((name) => missingSources(join(folder, name), folder)),
    ...entries
      .filter(({ path }) => !existsSync(join(folder, path, 'package.json')))
      .map(({ path }) => `${path} is not in "files" of package.json, where older Metro looks for it`),
    ...Object.keys(manifest.dependencies ?? {}).map((name) => `${name} is a dependency; there should be none`),
  ];
  if (problems.length > 0) throw new Error(`The package is wrong:\n${problems.join('\n')}`);
  console.log(`${names.length} files, ${Math.round(statSync(tarball).size / 1024)} kB packed.`);
}
