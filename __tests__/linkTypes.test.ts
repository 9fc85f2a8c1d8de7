import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Link } from 'react-native-deferred-link';
import type { NewLink } from 'react-native-deferred-link/create-link';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..');

test('the type of a link says whether it has a match', () => {
  const by = (link: Link): string | null => {
    if (link.type === 'deferred') return link.match?.by ?? null;
    // The compiler knows it.
    const none: null = link.match;
    return none;
  };
  const facts = { url: '/a', route: '/a', pathname: '/a', params: {}, data: null };
  expect(by({ ...facts, type: 'deferred', match: { by: 'clickId', confidence: 1 } })).toBe('clickId');
  expect(by({ ...facts, type: 'scheme', match: null })).toBeNull();
});

test('createLink takes data whose type is an interface', () => {
  interface Invitation {
    invitedBy: string;
  }
  const data: Invitation = { invitedBy: 'Ada' };
  const link: NewLink = { route: '/invite', data };
  expect(link.data).toBe(data);
});

test('an app with module resolution node16 can read the declarations of createLinking', () => {
  const { options } = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, 'tsconfig.build.json'),
    { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: join(ROOT, '__declarations__') },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  ) as ts.ParsedCommandLine;
  const files = new Map<string, string>();
  const source = join(ROOT, 'src/react-navigation/createLinking.ts');
  ts.createProgram([source], options).emit(undefined, (path, text) => void files.set(path, text));
  const path = join(ROOT, '__declarations__/react-navigation/createLinking.d.ts');
  expect([...files.keys()]).toContain(path);

  const node16: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    jsx: ts.JsxEmit.ReactJSX,
    types: ['react-native'],
  };
  const host = ts.createCompilerHost(node16);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    const text = files.get(name);
    return text === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, text, rest[0]);
  };
  const program = ts.createProgram([path], node16, host);
  const errors = program.getSemanticDiagnostics(program.getSourceFile(path));
  expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
});

/** The names that an entry exports, types included. */
function exportsOf(entry: string): string[] {
  const file = ts.createSourceFile('', readFileSync(join(ROOT, 'src', entry), 'utf8'), ts.ScriptTarget.Latest, true);
  return file.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : []
  );
}

test.each([
  'index.ts',
  'create-link/index.ts',
  'expo-router/index.ts',
  'react-navigation/index.ts',
  'testing/index.ts',
  'v0.3/index.ts',
])('docs/api.md names all that %s exports', (entry) => {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  const names = exportsOf(entry);
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

test('docs/api.md has a row for each field of the config', () => {
  const file = ts.createSourceFile('', readFileSync(join(ROOT, 'src/types.ts'), 'utf8'), ts.ScriptTarget.Latest, true);
  const config = file.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === 'Config');
  const fields = (config as ts.InterfaceDeclaration).members.map(({ name }) => name?.getText());
  expect(fields).toContain('API_KEY');
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  expect(fields.filter((field) => !page.includes(`\n| \`${field}\` |`))).toEqual([]);
});
