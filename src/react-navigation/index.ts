export { createLinking } from './createLinking';
export { useScreenLink } from './useScreenLink';
export type { LinkingSetup } from './createLinking';
