const { readOptions } = require('./readOptions');

const listOf = (value) => [value].flat().filter(Boolean);

/** An entry with a mode doesn't count: `applinks:go.example.com?mode=developer` works on developers' phones only. */
function associatedDomains(present, domains) {
  const known = present.map((entry) => String(entry).toLowerCase());
  return [...present, ...domains.map((domain) => `applinks:${domain}`).filter((entry) => !known.includes(entry))];
}

/**
 * Whether these paths of the domain (all, if none are given) already open the app without asking. Android combines all
 * data of a filter: a path in one entry narrows the others' hosts too. It verifies only filters for http and https.
 */
function isVerified({ action, autoVerify, category, data }, domain, paths) {
  const entries = listOf(data);
  const narrowed = entries.filter((entry) => Object.keys(entry).some((key) => key !== 'scheme' && key !== 'host'));
  return (
    action === 'VIEW' &&
    autoVerify === true &&
    ['BROWSABLE', 'DEFAULT'].every((name) => listOf(category).includes(name)) &&
    entries.some(({ scheme }) => scheme === 'https') &&
    entries.every(({ scheme = 'https' }) => /^https?$/.test(scheme)) &&
    entries.some(({ host }) => host === domain) &&
    (narrowed.length === 0 ||
      (paths.length > 0 && paths.every((path) => narrowed.some(({ pathPrefix }) => pathPrefix === path))))
  );
}

function intentFilters(present, domains, paths) {
  const missing = domains.filter((domain) => !present.some((filter) => isVerified(filter, domain, paths)));
  if (missing.length === 0) return present;
  return [
    ...present,
    {
      action: 'VIEW',
      autoVerify: true,
      data: missing.flatMap((host) =>
        paths.length > 0
          ? paths.map((pathPrefix) => ({ scheme: 'https', host, pathPrefix }))
          : [{ scheme: 'https', host }]
      ),
      category: ['BROWSABLE', 'DEFAULT'],
    },
  ];
}

/** Expo adds the schemes of a platform to those of the app, so a scheme that is in both would be there twice. */
function withScheme(config, scheme) {
  const has = (place) => listOf(place?.scheme).includes(scheme);
  const add = (place) => ({ ...place, scheme: place?.scheme ? [...listOf(place.scheme), scheme] : scheme });
  if (has(config) || (has(config.ios) && has(config.android))) return config;
  if (has(config.ios)) return { ...config, android: add(config.android) };
  if (has(config.android)) return { ...config, ios: add(config.ios) };
  return add(config);
}

/**
 * Adds associated domains on iOS, verified intent filters on Android, and the scheme on both. It changes only the app
 * config: Expo's own plugins write the native files from that, each time from scratch.
 */
function withDeferredLink(config, input) {
  const { domains, paths, schemes } = readOptions(input);
  const next = { ...schemes.reduce(withScheme, config) };
  if (domains.length > 0) {
    next.ios = { ...next.ios, associatedDomains: associatedDomains(listOf(next.ios?.associatedDomains), domains) };
    next.android = {
      ...next.android,
      intentFilters: intentFilters(listOf(next.android?.intentFilters), domains, paths),
    };
  }
  return next;
}

module.exports = { withDeferredLink };
