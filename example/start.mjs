// This runs before anything is installed, so it is plain JavaScript and uses only Node.
import { buildPage } from './setup/buildLab.mjs';
import { ensureFreePort } from './setup/ensureFreePort.mjs';

// The port comes first: nobody should wait for an install only to hear that it is taken.
await ensureFreePort(process.env.PORT || 8787);
await buildPage();
await import('./lab/start.mjs');
