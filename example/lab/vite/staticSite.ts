import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';

const lab = path.resolve(import.meta.dirname, '..');
const dashboard = path.resolve(lab, '../../service/dist/dashboard');

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

async function hashOf(folder: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(path.join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Shown where the service worker isn't yet: it starts it, and loads itself again. */
const startPage = (host: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Deferred Link</title>
<p>Starting the service…</p>
<script type="module" src="../${host}"></script>
</html>
`;

/** Completes the build for a static host: the dashboard, and a service worker that knows all files. */
export function staticSite(): Plugin {
  let output = '';
  let host = '';
  return {
    name: 'static-site',
    apply: 'build',
    configResolved({ build: { outDir } }) {
      output = outDir;
    },
    generateBundle(_options, bundle) {
      const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === 'host');
      host = chunk?.fileName ?? '';
    },
    async closeBundle() {
      const folder = path.join(output, 'dashboard');
      await mkdir(folder, { recursive: true });
      await cp(dashboard, folder, { recursive: true, filter: (file) => !path.basename(file).startsWith('.') });
      await rename(path.join(folder, 'index.html'), path.join(folder, 'page.html'));
      await writeFile(path.join(folder, 'index.html'), startPage(host));

      const files = await filesIn(output);
      await build({
        configFile: false,
        logLevel: 'warn',
        define: {
          LAB_FILES: JSON.stringify(files),
          LAB_VERSION: JSON.stringify(await hashOf(output, files)),
          LAB_HOST: JSON.stringify(host),
        },
        build: {
          outDir: output,
          emptyOutDir: false,
          target: 'es2022',
          // Firefox takes no modules as service workers.
          lib: {
            entry: path.join(lab, 'browser/serviceWorker.ts'),
            formats: ['iife'],
            name: 'lab',
            fileName: () => 'sw.js',
          },
        },
      });
    },
  };
}
