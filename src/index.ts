export { LinkEventNames } from './analytics/LinkEventNames';
export { LinkProvider } from './react/LinkProvider';
export { useLinkContext } from './react/useLinkContext';
export { useLinkEvent } from './react/useLinkEvent';
export { getInstallId, getInstallLink, LinkAnalytics, matchCopiedLink, onLink, openLink } from './app';
export type {
  Config,
  Consent,
  Diagnostic,
  DiagnosticOutcome,
  DiagnosticStep,
  Link,
  LinkContextType,
  LinkMatch,
  LinkProviderProps,
  LinkStorage,
  LinkType,
} from './types';
