import { advisePackage } from './advisePackage';
import { ownerOf } from './ownerOf';
import { withClipboard } from './packages/clipboard';

interface Clipboard {
  hasURL?(): unknown;
  hasWebURL?(): unknown;
  getString(): unknown;
}

function fail(error: unknown): never {
  if (__DEV__)
    advisePackage(
      '@react-native-clipboard/clipboard',
      'No clipboard, so links copied on a landing page are not found.',
      error,
      ', or set config.shouldUseClipboard to false'
    );
  throw error;
}

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
