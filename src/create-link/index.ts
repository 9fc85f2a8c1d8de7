export { createLink } from './createLink';
export type { CreatedLink, NewLink } from './createLink';
