import { transform } from 'esbuild';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { rollup } from 'rollup';
import ts from 'typescript';
import { entries, root } from './library.mjs';

// Builds `lib`. The compiler makes types and modules in one pass; rollup joins the modules, as Metro wraps each one and
// removes no dead code. Rollup, because it writes CommonJS with a shared chunk (esbuild splits only ES modules),
// exports what is internal under one letter, and leaves a `require` that it finds where it stands.

const TYPES = join(root, 'lib/typescript');

/** What Metro knows as `__DEV__`, in words that Vite, Next.js and webpack know too. */
const developmentFlag = (context) => (file) => {
  const { factory } = context;
  const env = factory.createPropertyAccessExpression(factory.createIdentifier('process'), 'env');
  const mode = factory.createPropertyAccessExpression(env, 'NODE_ENV');
  const isDevelopment = factory.createStrictInequality(mode, factory.createStringLiteral('production'));
  const visit = (node) =>
    ts.isIdentifier(node) && node.text === '__DEV__'
      ? factory.createParenthesizedExpression(isDevelopment)
      : ts.visitEachChild(node, visit, context);
  return ts.visitNode(file, visit);
};

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function fail(diagnostics) {
  const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  throw new Error(ts.formatDiagnostics(diagnostics, host));
}

/** Writes the types; returns the modules and their source maps by path, as if they were beside the types. */
function compile() {
  const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.build.json'),
    {
      noEmit: false,
      outDir: TYPES,
      declaration: true,
      declarationMap: true,
      sourceMap: true,
      target: ts.ScriptTarget.ES2022,
    },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => fail([diagnostic]) }
  );
  const program = ts.createProgram(fileNames, options);
  const problems = ts.getPreEmitDiagnostics(program);
  if (problems.length > 0) fail(problems);
  const modules = new Map();
  program.emit(
    undefined,
    (path, text) => (/\.d\.ts(\.map)?$/.test(path) ? write(path, text) : modules.set(resolve(path), text)),
    undefined,
    false,
    { before: [developmentFlag] }
  );
  return modules;
}

const fromCompiler = (modules) => ({
  name: 'from-compiler',
  resolveId(source, importer) {
    if (!importer) return source;
    return source.startsWith('.') ? `${resolve(dirname(importer), source)}.js` : { id: source, external: true };
  },
  load: (id) => ({
    code: modules.get(id).replace(/^\/\/# sourceMappingURL=.*/m, ''),
    map: modules.get(`${id}.map`),
  }),
});

/**
 * Writes async functions as generators. Metro does that anyway, and wraps each of them in two more functions, which
 * would cost an app about 250 bytes.
 */
const withoutAsync = {
  name: 'without-async',
  async renderChunk(code) {
    if (!/\basync\b(?!-)/.test(code)) return null;
    return transform(code, { target: 'es2022', supported: { 'async-await': false }, sourcemap: true });
  },
};

/** `index`, `v0.3` and so on, with the module that the compiler made of the entry. */
const inputs = Object.fromEntries(
  entries.map(({ path, types }) => [path === '.' ? 'index' : path.slice(2), join(root, types.replace('.d.ts', '.js'))])
);

/** Folders that belong to one entry. */
const ownFolders = Object.values(inputs)
  .map(dirname)
  .filter((folder) => folder !== TYPES);

/**
 * A module that requires a native package stays a file of its own, and the entries keep what is theirs. Everything else
 * is shared, so an app that uses several entries has one session.
 */
function chunkOf(id, modules, { importers }) {
  if (/\brequire\(/.test(modules.get(id))) return relative(TYPES, id).split(sep).join('/').replace('.js', '');
  const isOwn = (file) => ownFolders.some((folder) => file.startsWith(folder + sep));
  if (Object.values(inputs).includes(id) || isOwn(id) || importers.every(isOwn)) return null;
  return 'shared';
}

rmSync(join(root, 'lib'), { recursive: true, force: true });
const modules = compile();
const bundle = await rollup({
  input: inputs,
  plugins: [fromCompiler(modules), withoutAsync],
  treeshake: { moduleSideEffects: false },
  // What looks wrong to rollup is wrong: two chunks that need each other, an import of something that isn't exported.
  onLog(_level, { message }) {
    throw new Error(message);
  },
});
await bundle.write({
  dir: join(root, 'lib'),
  format: 'cjs',
  exports: 'named',
  esModule: true,
  // Nobody asks a module for its tag, and each entry would carry it.
  generatedCode: { preset: 'es2015', symbols: false },
  externalLiveBindings: false,
  hoistTransitiveImports: false,
  minifyInternalExports: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  manualChunks: (id, { getModuleInfo }) => chunkOf(id, modules, getModuleInfo(id)),
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await bundle.close();
