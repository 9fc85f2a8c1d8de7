import type { Cause } from '../state/LabState';

/** A link in a word or two: the end of its path. */
function linkName(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  return path.split('/').findLast(Boolean) ?? url;
}

/** The title of an episode's tab. */
export function episodeTitle(cause: Cause): string {
  switch (cause.kind) {
    case 'launch': {
      const launch = cause.count === 1 ? 'First launch' : `Launch ${cause.count}`;
      return cause.url === null ? launch : `${launch} by ${linkName(cause.url)}`;
    }
    case 'tap':
      return `Tapped ${linkName(cause.url)}`;
    case 'consent':
      return `Consent ${cause.consent}`;
    case 'sharing':
      return 'Created a link';
    case 'events':
      return cause.names.length > 0 ? `Sent ${cause.names.join(', ')}` : 'Sent events';
    case 'retry':
      return 'Asked again';
  }
}
