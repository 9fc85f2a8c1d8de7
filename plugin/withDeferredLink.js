const { readOptions } = require('./readOptions');

const listOf = (value) => [value].flat().filter(Boolean);

/** An entry with a mode is none for everybody: `applinks:go.example.com?mode=developer` works on developers' phones only. */
function associatedDomains(present, domains) {
  const known = present.map((entry) => String(entry).toLowerCase());
  return [...present, ...domains.map((domain) => `applinks:${domain}`).filter((entry) => !known.includes(entry))];
}

/**
 * Whether every path of the domain already opens the app without asking. Android combines all data of a filter: a
 * path in one entry narrows the hosts of the others too. It verifies no filter that has a scheme besides http and https.
 */
function isVerified({ action, autoVerify, category, data }, domain) {
  const entries = listOf(data);
  return (
    action === 'VIEW' &&
    autoVerify === true &&
    ['BROWSABLE', 'DEFAULT'].every((name) => listOf(category).includes(name)) &&
    entries.some(({ scheme }) => scheme === 'https') &&
    entries.every(({ scheme = 'https' }) => /^https?$/.test(scheme)) &&
    entries.some(({ host }) => host === domain) &&
    entries.every((entry) => Object.keys(entry).every((key) => key === 'scheme' || key === 'host'))
  );
}

function intentFilters(present, domains) {
  const missing = domains.filter((domain) => !present.some((filter) => isVerified(filter, domain)));
  if (missing.length === 0) return present;
  return [
    ...present,
    {
      action: 'VIEW',
      autoVerify: true,
      data: missing.map((host) => ({ scheme: 'https', host })),
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
  const { domains, schemes } = readOptions(input);
  const next = { ...schemes.reduce(withScheme, config) };
  if (domains.length > 0) {
    next.ios = { ...next.ios, associatedDomains: associatedDomains(listOf(next.ios?.associatedDomains), domains) };
    next.android = { ...next.android, intentFilters: intentFilters(listOf(next.android?.intentFilters), domains) };
  }
  return next;
}

module.exports = { withDeferredLink };
