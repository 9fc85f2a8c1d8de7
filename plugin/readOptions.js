/** @typedef {{ domains: string[], paths: string[], schemes: string[] }} Options */

const EXAMPLE = '["react-native-deferred-link", { "domains": ["go.example.com"], "scheme": "example" }]';

const HOST = /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]*[a-z][a-z\d-]*$/i;
/** A whole beginning: no pattern, no query. */
const PATH = /^\/[^\s*?#]*$/;
const SCHEME = /^[a-z][a-z\d+.-]*$/;

const say = (message) => `react-native-deferred-link, in "plugins" of your app config: ${message} Example: ${EXAMPLE}.`;

function fail(message) {
  throw new Error(say(message));
}

/** Expo reads the config several times in each command; once is enough to say it. */
let hasWarned = false;

function warnOnce(message) {
  if (!hasWarned) console.warn(say(message));
  hasWarned = true;
}

/**
 * Checks the plugin's options. A mistake is an error that names the option.
 *
 * @param {unknown} input
 * @returns {Options}
 */
function readOptions(input) {
  // `npx expo install` writes the name alone: an error would stop every command of Expo's from then on.
  if (input === undefined) {
    warnOnce('without options, it sets up no domain and no scheme.');
    return { domains: [], paths: [], schemes: [] };
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) fail('its options must be an object.');
  const { domains = [], paths = [], scheme = [], ...others } = input;

  const [other] = Object.keys(others);
  if (other !== undefined) fail(`"${other}" is not an option. Use "domains", "paths" and "scheme".`);

  if (!Array.isArray(domains)) fail('"domains" must be a list of hosts.');
  domains.forEach((domain, i) => {
    if (typeof domain !== 'string' || !HOST.test(domain)) {
      fail(`"domains[${i}]" is ${JSON.stringify(domain)}; it must be a host alone, without https:// and path.`);
    }
  });

  if (!Array.isArray(paths)) fail('"paths" must be a list of paths.');
  paths.forEach((path, i) => {
    if (typeof path !== 'string' || !PATH.test(path)) {
      fail(`"paths[${i}]" is ${JSON.stringify(path)}; it must be what a path begins with, such as "/invite/".`);
    }
  });
  if (paths.length > 0 && domains.length === 0) fail('"paths" needs "domains", because it limits them.');

  const schemes = Array.isArray(scheme) ? scheme : [scheme];
  schemes.forEach((name) => {
    if (typeof name !== 'string' || !SCHEME.test(name)) {
      fail(`"scheme" is ${JSON.stringify(name)}; it must be the part before "://", in lower case.`);
    }
    if (name === 'http' || name === 'https') fail(`"scheme" can't be ${name}: name the host in "domains" instead.`);
  });

  if (domains.length + schemes.length === 0) fail('set "domains" or "scheme".');
  return {
    domains: [...new Set(domains.map((domain) => domain.toLowerCase()))],
    paths: [...new Set(paths)],
    schemes: [...new Set(schemes)],
  };
}

module.exports = { readOptions };
