const { default: Runtime } = require('jest-runtime');

const codes = new Map();
const scripts = new Map();

function kept(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

/** Reads and compiles each file once. Jest does it after each `resetModules`, and every simulated device calls that. */
module.exports = class extends Runtime {
  transformFile(filename, options) {
    return kept(codes, filename, () => super.transformFile(filename, options));
  }

  createScriptFromCode(code, filename) {
    return kept(scripts, filename, () => super.createScriptFromCode(code, filename));
  }
};
