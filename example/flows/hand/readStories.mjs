import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const FLOWS = fileURLToPath(new URL('..', import.meta.url));

/** The tag of a story that is reported, and fails no job. */
export const MAY_FAIL = 'may-fail';
const SYSTEMS = ['android', 'ios'];

/** A package of the service, without which nothing here runs. */
const { parseAllDocuments } = createRequire(new URL('../../../service/package.json', import.meta.url))('yaml');

/** The documents of a file. */
export const readYaml = (file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0].message}`);
    return document.toJS();
  });

/** A flow has two documents: its settings and its commands. */
export function readFlow(file) {
  const [settings, commands] = readYaml(join(FLOWS, file));
  return { file, name: file.replace('.yaml', ''), tags: settings.tags ?? [], settings, commands };
}

/** The stories of a system, in their order. One without the name of a system as a tag is for all. */
export function readStories(system) {
  return readdirSync(FLOWS)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map(readFlow)
    .filter(({ tags }) => tags.includes(system) || !SYSTEMS.some((other) => tags.includes(other)));
}
