import { join } from 'node:path';
import ts from 'typescript';
import { entries } from './library.mjs';

/** Public exports that the page does not import, as `entry: name`. Entries are resolved as by the app's compiler. */
export function unusedExports(folder, pageName) {
  const configFile = join(folder, 'tsconfig.json');
  const { options } = ts.getParsedCommandLineOfConfigFile(
    configFile,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} }
  );
  const page = join(folder, pageName);
  const program = ts.createProgram([page], options);
  const checker = program.getTypeChecker();
  const imports = program.getSourceFile(page).statements.filter(ts.isImportDeclaration);

  return entries.flatMap(({ specifier }) => {
    const statement = imports.find(({ moduleSpecifier }) => moduleSpecifier.text === specifier);
    if (!statement) return [`${specifier}: the whole entry`];
    const used = statement.importClause.namedBindings.elements.map(
      ({ name, propertyName }) => (propertyName ?? name).text
    );
    return checker
      .getExportsOfModule(checker.getSymbolAtLocation(statement.moduleSpecifier))
      .map(({ name }) => name)
      .filter((name) => !used.includes(name))
      .map((name) => `${specifier}: ${name}`);
  });
}
