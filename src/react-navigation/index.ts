export { createLinking } from './createLinking';
export type { LinkingSetup } from './createLinking';
