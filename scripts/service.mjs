// `npm run service` in a clone. Runs before anything is installed, so it is plain JavaScript and uses Node alone.
import { prepareService } from './setup/prepareService.mjs';

await prepareService();
await import('../service/dist/bin/main.js');
