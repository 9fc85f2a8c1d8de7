import type { Source } from '../ports';
import { expo } from './expo';
import { noteFailure } from './noteFailure';
import { ownerOf } from './ownerOf';
import { withClipboard } from './packages/clipboard';

interface Clipboard {
  hasWebURL(): unknown;
  getString(): unknown;
}

const note = __DEV__ ? noteFailure('@react-native-clipboard/clipboard') : undefined;

const clipboardWith = (method: keyof Clipboard) => withClipboard((module) => ownerOf<Clipboard>(module, method), note);

/** A mock that can't say whether it holds a URL counts as yes. */
async function ask(): Promise<unknown> {
  const clipboard = clipboardWith('hasWebURL');
  const hasUrl = __DEV__ && !('hasWebURL' in clipboard) ? true : await clipboard.hasWebURL();
  return [hasUrl, () => clipboardWith('getString').getString()];
}

async function askExpo(): Promise<unknown> {
  const clipboard = expo('ExpoClipboard');
  // Without an argument the native side throws.
  return [await clipboard.hasUrlAsync(), () => clipboard.getStringAsync({})];
}

export const clipboard: Source[] = [ask, askExpo];
