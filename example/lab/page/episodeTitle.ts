import type { Episode } from '../state/LabState';

/** A link in a word or two: the end of its path. */
function linkName(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  return path.split('/').findLast(Boolean) ?? url;
}

/** The title of an episode's tab. */
export function episodeTitle({ cause, entries }: Pick<Episode, 'cause' | 'entries'>): string {
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
      return entries.some(({ diagnostic: { step, outcome } }) => step === 'createLink' && outcome === 'created')
        ? 'Created a link'
        : 'Asked for a link';
    case 'events':
      return cause.names.length > 0 ? `Sent ${cause.names.join(', ')}` : 'Sent events';
    case 'retry':
      return 'Asked again';
  }
}
