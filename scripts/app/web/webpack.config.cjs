const path = require('node:path');

/** What Next.js does: webpack, with React Native for the web in the place of React Native. */
module.exports = {
  mode: 'production',
  devtool: 'source-map',
  context: __dirname,
  entry: './index.jsx',
  output: { path: path.join(__dirname, 'out'), filename: 'webpack.js' },
  resolve: {
    alias: {
      'react-native$': 'react-native-web',
      // As if it were not installed.
      '@react-native-clipboard/clipboard': path.join(__dirname, 'not-installed'),
    },
  },
  module: {
    rules: [
      // async-storage 3 is an ES module that leaves extensions out.
      { test: /\.m?js$/, resolve: { fullySpecified: false } },
      {
        test: /\.jsx$/,
        loader: 'babel-loader',
        options: {
          configFile: false,
          presets: [['@babel/preset-react', { runtime: 'automatic' }]],
        },
      },
    ],
  },
  // webpack warns about each native package that is not installed, but they are optional. As in docs/api.md.
  ignoreWarnings: [/Can't resolve '(@react-native|react-native)/],
  optimization: { minimize: false },
  performance: { hints: false },
};
