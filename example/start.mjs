// Runs before anything is installed, so it is plain JavaScript and uses Node alone.
import { buildLab } from './setup/buildLab.mjs';
import { ensureFreePort } from './setup/ensureFreePort.mjs';

// First, as nobody should wait for an install only to hear that the port is taken.
await ensureFreePort(process.env.PORT || 8787);
await buildLab();

const { register } = await import('tsx/esm/api');
register();
await import('./lab/server/main.ts');
