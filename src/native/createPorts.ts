import { Platform } from 'react-native';
import type { Clock, Ports } from '../ports';
import { onForeground } from './appState';
import { clipboardHasUrl, clipboardText } from './clipboard';
import { systemClock } from './clock';
import { device, installTime } from './device';
import { createPost } from './http';
import { installReferrer } from './installReferrer';
import { createStore } from './keyValueStore';
import { initialLink, onLink } from './linking';
import { log } from './log';
import { reportFailure } from './reportFailure';

/** The phone, as the rest of the library sees it. Nothing is read yet: tests set much after the import. */
export function createPorts(clock: Clock = systemClock): Ports {
  return {
    get os() {
      return Platform.OS;
    },
    get isDevelopment() {
      return __DEV__;
    },
    clock,
    random: () => Math.random(),
    log,
    reportFailure,
    post: createPost(clock),
    createStore,
    initialLink,
    onLink,
    onForeground,
    installReferrer,
    installTime,
    device,
    clipboardHasUrl,
    clipboardText,
  };
}
