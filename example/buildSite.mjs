// `npm run build:lab` in the root. It runs before anything is installed, so it is plain JavaScript and uses only Node.
import { buildSite } from './setup/buildLab.mjs';

await buildSite();
console.log('The lab is in example/dist/lab. Any static host can serve it, in any folder.');
