export { createNativeIntent } from './createNativeIntent';
export { useLinkRoute } from './useLinkRoute';
export type { NativeIntent, NativeIntentOptions } from './createNativeIntent';
