import { after, mustBeInstalled, WAITS } from './state.mjs';

export default {
  hasWebURL() {
    mustBeInstalled();
    return after(0, true);
  },
  getString: () => after(WAITS.clipboard, 'https://go.example/a/b'),
};
