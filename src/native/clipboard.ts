import { log } from './log';

interface Clipboard {
  hasURL?(): unknown;
  hasWebURL?(): unknown;
  getString(): unknown;
}

function nativeClipboard(): Clipboard {
  try {
    return (require('@react-native-clipboard/clipboard') as { default: Clipboard }).default;
  } catch (error) {
    if (__DEV__)
      log.advise(
        'No clipboard, so links copied on a landing page are not found. Run `npm install ' +
          '@react-native-clipboard/clipboard`, or set config.shouldUseClipboard to false.'
      );
    throw error;
  }
}

/** Asked first, since it shows no prompt; where it can't be asked the answer is yes. */
export function clipboardHasUrl(): unknown {
  const clipboard = nativeClipboard();
  const ask = clipboard.hasWebURL ?? clipboard.hasURL;
  return ask ? ask.call(clipboard) : true;
}

export function clipboardText(): unknown {
  return nativeClipboard().getString();
}
