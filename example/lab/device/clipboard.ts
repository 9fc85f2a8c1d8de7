import { latency } from './latency';
import { notInstalled } from './notInstalled';
import { phone } from './phone';
import { report } from './report';

const PATTERN_CHECK_MS = 6;
/** A person needs a moment to answer the paste prompt. */
const PROMPT_MS = 240;

export const holdsUrl = () => /^https?:\/\/\S+$/i.test(phone.setup.clipboard.text);

/** On Android the real module answers `undefined`, not a promise. */
function patternCheck() {
  if (phone.setup.isExpo) throw notInstalled('@react-native-clipboard/clipboard');
  return phone.setup.os === 'ios' ? latency(PATTERN_CHECK_MS).then(holdsUrl) : undefined;
}

/** Stands in for `@react-native-clipboard/clipboard`. */
const clipboard = {
  hasURL: patternCheck,
  hasWebURL: patternCheck,
  async hasString() {
    await latency(PATTERN_CHECK_MS);
    return phone.setup.clipboard.text !== '';
  },
  async getString() {
    await latency(PROMPT_MS);
    const { text, isAllowed } = phone.setup.clipboard;
    if (!isAllowed) return '';
    report({ kind: 'pasted' });
    return text;
  },
  setString(text: string) {
    phone.setup.clipboard.text = text;
  },
};

export default clipboard;
