export { LinkProvider, useLinkContext } from './LinkProvider';
export type { DeferredLinkContext } from './LinkProvider';
export type { Config, LinkProviderProps, LinkStorage } from '../types';
