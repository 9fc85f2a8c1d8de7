// `npm run service` in a clone. It runs before anything is installed, so it is plain JavaScript and uses only Node.
import { prepareService } from './setup/prepareService.mjs';

await prepareService();
await import('./dist/bin/main.js');
