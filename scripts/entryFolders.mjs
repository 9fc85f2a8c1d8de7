import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entries, root } from './library.mjs';

/**
 * Metro reads `exports` from React Native 0.79 on. Before that an entry is a folder with a package.json,
 * which is there only while the package is packed.
 */
const folders = entries.filter(({ path }) => path !== '.');

function write({ path, main, types }) {
  mkdirSync(join(root, path), { recursive: true });
  const fields = { main: `.${main}`, types: `.${types}`, sideEffects: false };
  writeFileSync(join(root, path, 'package.json'), `${JSON.stringify(fields, null, 2)}\n`);
}

function remove({ path }) {
  if (!existsSync(join(root, path))) return;
  rmSync(join(root, path, 'package.json'), { force: true });
  rmdirSync(join(root, path));
}

folders.forEach(process.argv[2] === 'remove' ? remove : write);
