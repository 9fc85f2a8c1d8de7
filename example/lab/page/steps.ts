import type { Diagnostic } from 'react-native-deferred-link';

type StepId = Diagnostic['step'];

export interface Step {
  name: string;
  /** Its number in the explanation; only the steps on the way to a link have one. */
  number?: number;
  explanation?: string;
}

/** All steps, in the order in which page and timeline show them. */
export const steps: Record<StepId, Step> = {
  initialLink: {
    number: 1,
    name: 'Opened by a link?',
    explanation: 'A link that opens the app wins, and nothing is asked.',
  },
  firstRun: {
    number: 2,
    name: 'First run?',
    explanation: 'Only the first start after an install looks for a deferred link.',
  },
  referrer: {
    number: 3,
    name: 'Install referrer',
    explanation: 'On Android the store may name the tap. Then the match is exact.',
  },
  clipboard: {
    number: 4,
    name: 'Clipboard',
    explanation: 'On iOS a copied link is as good as a referrer, if you allow it.',
  },
  fingerprint: {
    number: 5,
    name: 'Fingerprint',
    explanation: 'Otherwise model, screen and language are compared with recent taps.',
  },
  match: { number: 6, name: 'Match', explanation: 'The app asks once per install, and gets the link.' },
  resolve: {
    number: 7,
    name: 'Short link',
    explanation: 'The service says where a link with one path segment leads.',
  },
  publish: { number: 8, name: 'Hand over', explanation: 'The app gets the route, goes there and clears the link.' },
  filter: { name: 'A link of ours?' },
  storage: { name: 'Storage' },
  createLink: { name: 'Create a link' },
  events: { name: 'Send events' },
};

const order = Object.keys(steps);

export const positionOf = (step: StepId) => order.indexOf(step);
