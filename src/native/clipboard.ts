import { failWith } from './failWith';
import { ownerOf } from './ownerOf';
import { withClipboard } from './packages/clipboard';

interface Clipboard {
  hasURL?(): unknown;
  hasWebURL?(): unknown;
  getString(): unknown;
}

const fail = failWith('@react-native-clipboard/clipboard');

const clipboardWith = (method: keyof Clipboard) => withClipboard((module) => ownerOf<Clipboard>(module, method), fail);

/** Whether the clipboard holds a URL; this shows no prompt. A package that can't say counts as yes. */
export function clipboardHasUrl(): unknown {
  const newer = clipboardWith('hasWebURL');
  if (newer.hasWebURL) return newer.hasWebURL();
  const older = clipboardWith('hasURL');
  return older.hasURL ? older.hasURL() : true;
}

export function clipboardText(): unknown {
  return clipboardWith('getString').getString();
}
