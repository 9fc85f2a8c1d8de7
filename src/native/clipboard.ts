import { failWith } from './failWith';
import { ownerOf } from './ownerOf';
import { withClipboard } from './packages/clipboard';

interface Clipboard {
  hasWebURL?(): unknown;
  getString(): unknown;
}

const fail = failWith('@react-native-clipboard/clipboard');

const clipboardWith = (method: keyof Clipboard) => withClipboard((module) => ownerOf<Clipboard>(module, method), fail);

/** Whether the clipboard holds a URL; this shows no prompt. A mock that can't say counts as yes. */
export function clipboardHasUrl(): unknown {
  const clipboard = clipboardWith('hasWebURL');
  return __DEV__ && !clipboard.hasWebURL ? true : clipboard.hasWebURL?.();
}

export function clipboardText(): unknown {
  return clipboardWith('getString').getString();
}
