const { createTransformer } = require('babel-jest').default;

const babel = createTransformer();
const compiled = new Map();

/**
 * Compiles as React Native's preset does. Jest keeps what it has compiled for each project apart, although they differ
 * in nothing that Babel looks at: here what one of them has compiled serves the others.
 */
module.exports = {
  ...babel,
  process(text, path, options) {
    if (!compiled.has(path)) compiled.set(path, babel.process(text, path, options));
    return compiled.get(path);
  },
};
