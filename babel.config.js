/**
 * Metro shares Babel's helpers between files. Jest has them in each file: a simulated device loads the library again at
 * every launch, and each helper would be one more module of it.
 */
module.exports = (api) => ({
  presets: [
    [
      'module:@react-native/babel-preset',
      { enableBabelRuntime: !api.caller((caller) => caller?.name === 'babel-jest') },
    ],
  ],
});
