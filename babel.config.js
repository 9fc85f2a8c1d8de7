/** What Metro knows as `__DEV__`, in words that Vite, Next.js and webpack know too. */
const developmentFlag = ({ template }) => ({
  visitor: {
    ReferencedIdentifier(path) {
      if (path.node.name === '__DEV__')
        path.replaceWith(template.expression.ast`process.env.NODE_ENV !== 'production'`);
    },
  },
});

module.exports = (api) =>
  api.caller((caller) => caller?.name === 'react-native-builder-bob')
    ? { presets: ['react-native-builder-bob/babel-preset'], plugins: [developmentFlag] }
    : { presets: ['module:@react-native/babel-preset'] };
