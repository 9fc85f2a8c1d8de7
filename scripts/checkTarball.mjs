import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { entries, manifest, nativePackages } from './library.mjs';
import { run } from './run.mjs';

const UNWANTED =
  /(^|\/)(__tests__|__mocks__|example|scripts|coverage|node_modules|\.[^/]+)(\/|$)|\.test\.|\.tsbuildinfo$/;

const targets = (conditions) =>
  typeof conditions === 'string' ? [conditions] : Object.values(conditions).flatMap(targets);

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

/** Every file of the package that is loaded with this one, by its imports. */
function loadedWith(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:require\(|from |import )["'](\.[^"']+)["']/g)) {
    loadedWith(resolve(dirname(file), path), seen);
  }
  return seen;
}

/** What an app loads with the main entry. */
const mainFiles = (folder) => [...loadedWith(join(folder, manifest.exports['.'].default))];

/** Code that is only for tests must not be in an app. */
function testingInMain(folder) {
  return mainFiles(folder)
    .filter((file) => relative(folder, file).split(sep).includes('testing'))
    .map((file) => `${relative(folder, file)} is loaded with the main entry`);
}

/**
 * What is wrong with how a native package is required. It must be by one literal `require` in a `try`, in a file with no
 * other one: bundlers see no other form, and Metro before 0.82 mixes up the requires after it (metro#836).
 */
function wrongRequires(folder) {
  const files = mainFiles(folder).map((file) => ({ file, code: readFileSync(file, 'utf8') }));
  return nativePackages.flatMap((name) => {
    const holders = files.filter(
      ({ code }) => code.includes(`'${name}'`) && /\btry \{\s*return [^;]*\brequire\('/.test(code)
    );
    const [{ code } = { code: '' }] = holders;
    const requires = code.match(/\brequire\b/g) ?? [];
    return holders.length === 1 && requires.length === 1 && code.includes(`require('${name}')`)
      ? []
      : [`${name} is not required once, literally, in a try and in a file of its own`];
  });
}

/** Checks every file that would be published: no test, no example, no map to missing sources, all entries. */
export function checkTarball(tarball, workFolder) {
  const folder = join(workFolder, 'package');
  mkdirSync(workFolder, { recursive: true });
  run('tar', ['-xzf', tarball, '-C', workFolder]);
  const files = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
  const names = files.map((file) => relative(folder, file).split(sep).join('/'));

  const problems = [
    ...names.filter((name) => UNWANTED.test(name)).map((name) => `${name} should not be published`),
    ...files.filter((file) => file.endsWith('.map')).flatMap((file) => missingSources(file, folder)),
    ...targets(manifest.exports)
      .filter((target) => !existsSync(join(folder, target)))
      .map((target) => `exports names ${target}, which is not in the package`),
    ...entries
      .filter(({ path }) => !existsSync(join(folder, path, 'package.json')))
      .map(({ path }) => `${path} is not in "files" of package.json, where older Metro looks for it`),
    ...testingInMain(folder),
    ...wrongRequires(folder),
    ...['README.md', 'LICENSE'].filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
    ...Object.keys(manifest.dependencies ?? {}).map((name) => `${name} is a dependency; there should be none`),
  ];
  if (problems.length > 0) throw new Error(`The package is wrong:\n${problems.join('\n')}`);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(
    `Main entry: ${mainFiles(folder).length} files.\n` +
      `${names.length} files, ${Math.round(statSync(tarball).size / 1024)} kB packed, ${Math.round(bytes / 1024)} kB unpacked.`
  );
}
