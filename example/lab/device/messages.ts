import type { Diagnostic } from 'react-native-deferred-link';

import type { Setup } from './Setup';

/** From the lab's page to the phone's frame. */
export type ToPhone =
  | { source: 'lab'; kind: 'setup'; setup: Setup }
  | { source: 'lab'; kind: 'url'; url: string }
  | { source: 'lab'; kind: 'appState'; state: 'active' | 'background' };

export interface RequestStart {
  id: string;
  method: string;
  path: string;
  body: string | null;
}

export type RequestEnd =
  | { id: string; kind: 'answered'; status: number; body: string }
  | { id: string; kind: 'failed'; reason: string };

export type PhoneReport =
  | { kind: 'started' }
  | { kind: 'diagnostic'; diagnostic: Diagnostic }
  | { kind: 'requestStarted'; request: RequestStart }
  | { kind: 'requestEnded'; request: RequestEnd }
  | { kind: 'pasted' }
  | { kind: 'shared'; text: string; url: string };

/** From the phone's frame to the lab's page. */
export interface FromPhone {
  source: 'lab-phone';
  at: number;
  report: PhoneReport;
}
