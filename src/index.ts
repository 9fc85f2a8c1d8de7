export { LinkEventNames } from './analytics/LinkEventNames';
export { LinkProvider } from './react/LinkProvider';
export { useLinkContext } from './react/useLinkContext';
export { useLinkEvent } from './react/useLinkEvent';
export type { LinkEvent } from './react/useLinkEvent';
export { LinkAnalytics } from './runtime';
export type {
  Config,
  Consent,
  Diagnostic,
  DiagnosticOutcome,
  DiagnosticStep,
  LinkContextType,
  LinkProviderProps,
  LinkStorage,
  LinkType,
} from './types';
