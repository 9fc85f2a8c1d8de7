import { after, WAITS } from './state.mjs';

export default {
  hasWebURL: () => after(0, true),
  getString: () => after(WAITS.clipboard, 'https://go.example/a/b'),
};
