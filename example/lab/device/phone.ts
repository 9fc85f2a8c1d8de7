import type { ToPhone } from './messages';
import type { Setup } from './Setup';

type AppState = 'active' | 'background';

const urlListeners = new Set<(url: string) => void>();
const setupListeners = new Set<() => void>();
const appStateListeners = new Set<(state: AppState) => void>();

/** The hardware below the simulated native modules: its current setup, and what happens to it. */
export const phone = {
  // The setup is in the address, because native constants are read synchronously while the bundle loads.
  setup: JSON.parse(decodeURIComponent(window.location.hash.slice(1))) as Setup,
  appState: 'active' as AppState,

  onSetup(listener: () => void) {
    setupListeners.add(listener);
    return () => void setupListeners.delete(listener);
  },

  onUrl(listener: (url: string) => void) {
    urlListeners.add(listener);
    return () => void urlListeners.delete(listener);
  },

  onAppState(listener: (state: AppState) => void) {
    appStateListeners.add(listener);
    return () => void appStateListeners.delete(listener);
  },
};

window.addEventListener('message', ({ source, data: message }: MessageEvent<ToPhone>) => {
  // The page and browser extensions post other messages, too.
  if (source !== window.parent || message?.source !== 'lab') return;
  switch (message.kind) {
    case 'setup':
      phone.setup = message.setup;
      for (const listener of [...setupListeners]) listener();
      break;
    case 'url':
      for (const listener of [...urlListeners]) listener(message.url);
      break;
    case 'appState':
      if (phone.appState === message.state) break;
      phone.appState = message.state;
      for (const listener of [...appStateListeners]) listener(message.state);
      break;
  }
});
