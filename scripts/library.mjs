import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

export const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The entries with code, as `exports` in package.json names them: `.`, `./v0.3` and so on. */
export const entries = Object.entries(manifest.exports)
  .filter(([, conditions]) => typeof conditions === 'object')
  .map(([path, conditions]) => ({
    path,
    /** What an app imports. */
    specifier: `${manifest.name}${path.slice(1)}`,
    main: conditions.default,
    types: conditions.types,
  }));
