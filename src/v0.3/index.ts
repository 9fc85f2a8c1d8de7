export { LinkProvider } from './LinkProvider';
export { useLinkContext } from './useLinkContext';
export type { DeferredLinkContext } from './useLinkContext';
export type { Config, LinkProviderProps, LinkStorage } from '../types';
