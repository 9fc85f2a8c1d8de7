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
    meaning: 'The install was matched to a click, and the app received the link.',
    advice: 'Nothing to do.',
  },
  no_match: {
    name: 'No click found',
    tone: 'quiet',
    meaning:
      'No unclaimed click came from this phone’s network in time. Most of these people found the app without a link.',
    advice:
      'If somebody did tap a link: did the landing page open on that phone, and was the app opened within a day? Switching from Wi-Fi to mobile data in between hides the click from the fingerprint, but not from the install referrer (Android) or the copied link (iOS).',
  },
  ambiguous_match: {
    name: 'Several clicks fit',
    tone: 'warn',
    meaning:
      'Phones that look the same clicked different links on the same network, such as an office. A guess would be wrong half the time.',
    advice:
      'Use the exact signals: install react-native-play-install-referrer (Android) and leave the clipboard on (iOS).',
  },
  low_confidence: {
    name: 'Not sure enough',
    tone: 'warn',
    meaning: 'A click may belong to this phone, but the service isn’t sure enough.',
    advice:
      'Does the app have react-native-device-info? Without it, the fingerprint has little to compare. MIN_CONFIDENCE sets how sure a match must be: a lower value finds more links, and more wrong ones.',
  },
};

export const MATCHED_BY_TEXTS: Readonly<Record<MatchedBy, string>> = {
  clickId: 'install referrer',
  clipboard: 'copied link',
  fingerprint: 'fingerprint',
};
