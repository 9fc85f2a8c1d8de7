/** React Native's own convention: a component's styles stand below it. */
const BELOW = new Set(['styles']);

const isValue = ({ type }) => type === 'FunctionName' || type === 'Variable' || type === 'ClassName';

/** Helpers stand above what uses them, so that a file is read from top to bottom. Holds for the top level of a file. */
export const helpersFirst = {
  meta: { type: 'suggestion', schema: [], messages: { below: '{{name}} is used above its definition: move it up.' } },
  create: (context) => ({
    Program(node) {
      const { scopeManager } = context.sourceCode;
      const [moduleScope] = scopeManager.acquire(node).childScopes.filter(({ type }) => type === 'module');
      for (const { name, defs, references } of (moduleScope ?? scopeManager.acquire(node)).variables) {
        const [definition] = defs;
        if (!definition || !isValue(definition) || BELOW.has(name)) continue;
        const [start] = definition.name.range;
        const early = references.find(
          ({ identifier, isTypeReference }) => isTypeReference !== true && identifier.range[0] < start
        );
        if (early) context.report({ node: early.identifier, messageId: 'below', data: { name } });
      }
    },
  }),
};
