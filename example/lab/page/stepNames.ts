import type { Diagnostic } from 'react-native-deferred-link';

export const stepNames: Record<Diagnostic['step'], string> = {
  firstRun: 'First run?',
  storage: 'Storage',
  initialLink: 'Opened by a link?',
  filter: 'A link of ours?',
  referrer: 'Install referrer',
  fingerprint: 'Fingerprint',
  clipboard: 'Clipboard',
  match: 'Match',
  resolve: 'Short link',
  createLink: 'Make a link',
  publish: 'Hand over',
  events: 'Send events',
};
