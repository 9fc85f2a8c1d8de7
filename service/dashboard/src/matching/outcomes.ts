import type { Tone } from '../ui/Tag.tsx';
import type { MatchedBy, Outcome } from './requests.ts';

interface OutcomeText {
  name: string;
  tone: Tone;
  meaning: string;
  advice: string;
}

export const OUTCOME_TEXTS: Readonly<Record<Outcome, OutcomeText>> = {
  matched: {
    name: 'Matched',
    tone: 'good',
    meaning: 'The install was led back to a click, and the app got its link.',
    advice: 'Nothing to do.',
  },
  no_match: {
    name: 'No click found',
    tone: 'quiet',
    meaning:
      'No unclaimed click came from the network of this phone in time. Most of these are people who found the app without a link.',
    advice:
      'If somebody did tap a link: did the landing page open on that phone, and was the app opened within a day? A change from Wi-Fi to mobile data between the two hides a click from the fingerprint; the install referrer (Android) and the copied link (iOS) don’t mind.',
  },
  ambiguous_match: {
    name: 'Two clicks alike',
    tone: 'warn',
    meaning:
      'Phones that look the same clicked different links in the same network, such as an office. A guess would be wrong half of the time.',
    advice:
      'Let the surer signs decide: install react-native-play-install-referrer (Android), and leave the clipboard on (iOS).',
  },
  low_confidence: {
    name: 'Not sure enough',
    tone: 'warn',
    meaning: 'A click may be of this phone, but is less likely to be than the service asks for.',
    advice:
      'Does the app have react-native-device-info? Without it a fingerprint says little. MIN_CONFIDENCE sets how sure a match must be: lower finds more links, and more wrong ones.',
  },
};

export const MATCHED_BY_TEXTS: Readonly<Record<MatchedBy, string>> = {
  clickId: 'install referrer',
  pastedLink: 'copied link',
  fingerprint: 'fingerprint',
};
