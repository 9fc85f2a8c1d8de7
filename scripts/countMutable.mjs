import { join } from 'node:path';
import ts from 'typescript';
import { root } from './library.mjs';

const MUTATORS = new Set(['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'add', 'delete', 'clear', 'set']);

/** What an expression changes: the object whose property is set, the list that grows, or a parameter. */
function changedBy(node) {
  if (ts.isDeleteExpression(node)) return node.expression;
  if (ts.isBinaryExpression(node) && ts.isAssignmentOperator(node.operatorToken.kind)) return node.left;
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
      ? node.operand
      : undefined;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  if (node.expression.getText() === 'Object.assign') return node.arguments[0];
  return MUTATORS.has(node.expression.name.text) ? node.expression.expression : undefined;
}

const isLiteral = (node) =>
  node !== undefined &&
  (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isNewExpression(node));

/**
 * The places in `folders` of `src` that hold something that changes: each line that begins with `let`, each object or
 * list in a `const` that is changed, each kind of object that is changed through an alias, and each parameter that is set.
 */
export function mutablePlaces(folders) {
  const paths = folders.map((folder) => join(root, 'src', folder));
  const isOurs = (file) => paths.some((path) => file.fileName.startsWith(path));
  const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.build.json'), {}, ts.sys);
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const places = new Set();
  const isInLet = (node) =>
    ts.findAncestor(node, (parent) => ts.isVariableDeclarationList(parent) && parent.flags & ts.NodeFlags.Let);

  function note(target) {
    let holder = target;
    while (ts.isPropertyAccessExpression(holder) || ts.isElementAccessExpression(holder)) holder = holder.expression;
    const [variable] = checker.getSymbolAtLocation(holder)?.declarations ?? [];
    if (!variable) return;
    if (ts.isVariableDeclaration(variable) && isLiteral(variable.initializer)) places.add(variable);
    else if (holder === target && ts.isParameter(variable)) places.add(variable);
    else if (holder !== target || isLiteral(variable.initializer)) {
      const owner =
        ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target) ? target.expression : target;
      places.add(checker.getTypeAtLocation(owner).symbol?.declarations?.[0] ?? variable);
    }
  }

  for (const file of program.getSourceFiles().filter(isOurs)) {
    const visit = (node) => {
      if (ts.isVariableStatement(node) && node.declarationList.flags & ts.NodeFlags.Let) places.add(node);
      const target = changedBy(node);
      if (target) note(target);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return [...places]
    .filter((node) => isOurs(node.getSourceFile()) && (ts.isVariableStatement(node) || !isInLet(node)))
    .map((node) => {
      const file = node.getSourceFile();
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      return `${file.fileName.slice(join(root, 'src').length + 1)}:${line + 1}`;
    });
}
