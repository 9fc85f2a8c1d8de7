const { readOptions } = require('./readOptions');

const listOf = (value) => (value === undefined || value === null ? [] : [value].flat());

/** What is there stays as it is, in its order; what is missing comes after it. */
const withMissing = (present, wanted) => [...present, ...wanted.filter((value) => !present.includes(value))];

/** A domain may carry a mode: `applinks:go.example.com?mode=developer`. */
function associatedDomains(present, domains) {
  const known = present.map((entry) => String(entry).split('?')[0].toLowerCase());
  return [...present, ...domains.map((domain) => `applinks:${domain}`).filter((entry) => !known.includes(entry))];
}

/** Whether every path of the domain already opens the app without asking. */
const isVerified = (filter, domain) =>
  filter.autoVerify === true &&
  filter.action === 'VIEW' &&
  listOf(filter.data).some(
    ({ scheme, host, ...rest }) => scheme === 'https' && host === domain && Object.keys(rest).length === 0
  );

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

/**
 * Associated domains on iOS, verified intent filters on Android, and the scheme on both. It only completes the
 * app config: Expo's own plugins write the native files from it, each time from scratch.
 */
function withDeferredLink(config, input) {
  const { domains, schemes } = readOptions(input);
  const next = { ...config };
  if (schemes.length > 0) {
    const all = withMissing(listOf(config.scheme), schemes);
    next.scheme = all.length === 1 ? all[0] : all;
  }
  if (domains.length > 0) {
    next.ios = { ...config.ios, associatedDomains: associatedDomains(listOf(config.ios?.associatedDomains), domains) };
    next.android = { ...config.android, intentFilters: intentFilters(listOf(config.android?.intentFilters), domains) };
  }
  return next;
}

module.exports = { withDeferredLink };
