import { existsSync } from 'node:fs';

/** Debian's chromium-headless-shell has the engine without the windows: the same pages cost half as much. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** How tests start a browser; CHROMIUM names another one. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM || (PLACES.find(existsSync) ?? PLACES[0]),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
