import { after, WAITS } from './state.mjs';

export default { getWebViewUserAgentAsync: () => after(WAITS.userAgent, 'Mozilla/5.0 (Linux; Android 15)') };
