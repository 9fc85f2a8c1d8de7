import type { Source } from '../ports';
import { expo } from './expo';
import { failWith } from './failWith';
import { ownerOf } from './ownerOf';
import { withClipboard } from './packages/clipboard';

interface Clipboard {
  hasWebURL?(): unknown;
  getString(): unknown;
}

const fail = failWith('@react-native-clipboard/clipboard');

const clipboardWith = (method: keyof Clipboard) => withClipboard((module) => ownerOf<Clipboard>(module, method), fail);

/** A mock that can't say whether it holds a URL counts as yes. */
async function ask(): Promise<unknown> {
  const clipboard = clipboardWith('hasWebURL');
  const hasUrl = __DEV__ && !clipboard.hasWebURL ? true : await clipboard.hasWebURL?.();
  return hasUrl === true ? () => clipboardWith('getString').getString() : hasUrl;
}

async function askExpo(): Promise<unknown> {
  const clipboard = expo('ExpoClipboard');
  const hasUrl = await clipboard?.hasUrlAsync();
  // Without an argument the native side throws.
  return hasUrl === true ? () => clipboard?.getStringAsync({}) : hasUrl;
}

export const clipboard: Source[] = [ask, askExpo];
