import type { ErrorName } from '../ports';
import { docsUrl } from './docsUrl';

/** What went wrong, in words, for development. */
export const ERROR_TEXTS: Record<ErrorName, string> = {
  config: "Links can't be matched and events can't be sent",
  match: `No deferred link could be matched (${docsUrl('debugging')})`,
  clipboard: 'A copied link could not be matched',
  resolve: 'A short link could not be resolved, so its own path is used',
  data: 'A link arrived without its data',
  search: 'The search for a link failed',
  links: "Links that arrive while the app runs can't be received",
  filter: 'config.filter failed, so the URL counts as a link',
  isNewInstall: 'config.isNewInstall was ignored',
  read: 'Storage could not be read',
  write: 'Storage could not be written',
  events: 'Events were dropped',
  logEvent: 'logEvent takes a member of LinkEventNames; logCustomEvent takes other names',
  logCustomEvent:
    'logCustomEvent takes 1 to 40 characters of a-z, 0-9 and _ that begin with a letter and not with link_, and no member of LinkEventNames',
  setUserId: 'setUserId takes null, or a string of at most 256 whole characters',
  useLinkEvent: 'A useLinkEvent handler failed',
  onLink: 'A listener of onLink failed',
  createLinking: 'The filter given to createLinking failed',
  open: 'A link could not be opened',
};
