import { fileURLToPath } from 'node:url';

export const exampleFolder = fileURLToPath(new URL('..', import.meta.url));
