import { isDestination } from './isDestination.ts';

export const MAX_PATH_LENGTH = 2_048;

/** One dot or two, each of them escaped or not. */
const DOTS = /^(\.|%2e){1,2}$/i;

/** Whether the escapes of a path can be read and hide no control character. */
function isReadable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** The path of a URL or of a request, without a slash at its end; null for one that no link can have. */
export function readPath(target: string): string | null {
  const [path = ''] = target.split(/[?#]/, 1);
  if (!path.startsWith('/') || path.length > MAX_PATH_LENGTH || !isDestination(path) || !isReadable(path)) return null;
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  const isPlain = segments.length > 0 && segments.every((segment) => segment !== '' && !DOTS.test(segment));
  return isPlain ? `/${segments.join('/')}` : null;
}
