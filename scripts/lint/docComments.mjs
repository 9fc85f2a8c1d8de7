const DECLARATIONS = new Set([
  'ClassDeclaration',
  'ExportDefaultDeclaration',
  'ExportNamedDeclaration',
  'FunctionDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclaration',
]);

/** Whether it declares something; `export { … } from` only passes it on. */
const isDeclaration = ({ type, declaration }) => DECLARATIONS.has(type) && declaration !== null;

/** Comments for tools, which have their own form. */
const DIRECTIVE = /^\s*((es|ox)lint-|@ts-|prettier-)/;

/** A comment on a declaration at the top level is a doc comment, which editors show where the name is used. */
export const docComments = {
  meta: { type: 'suggestion', schema: [], messages: { line: 'Write a comment on a declaration as /** … */.' } },
  create: (context) => ({
    Program({ body }) {
      const { sourceCode } = context;
      for (const node of body.filter(isDeclaration)) {
        const comment = sourceCode.getCommentsBefore(node).at(-1);
        const isOnIt = comment?.loc.end.line === node.loc.start.line - 1;
        if (isOnIt && comment.type === 'Line' && !DIRECTIVE.test(comment.value)) {
          context.report({ loc: comment.loc, messageId: 'line' });
        }
      }
    },
  }),
};
