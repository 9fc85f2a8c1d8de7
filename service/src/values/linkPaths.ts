import { RESERVED_WORDS } from './shortUrl.ts';

/** Stands in statistics for all paths beyond the first thousand of a day. No code and no path has a space. */
export const OTHER_PATHS = 'other paths';

/** Hidden files, the paths of the service, and the files that browsers ask for by themselves. */
const NEVER_LINKS = [
  '/',
  '/.*',
  '/favicon.ico',
  '/robots.txt',
  '/banner.js',
  '/apple-touch-icon*.png',
  ...RESERVED_WORDS.flatMap((word) => [`/${word}`, `/${word}/*`]),
];

/** Whether a path fits a pattern, in which `*` stands for any characters and `?` for one, as in Apple's file. */
function fits(path: string, pattern: string): boolean {
  let [at, place, star, retry] = [0, 0, -1, 0];
  while (at < path.length) {
    if (pattern[place] === '*') {
      star = place;
      retry = at;
      place += 1;
    } else if (pattern[place] === '?' || pattern[place] === path[at]) {
      place += 1;
      at += 1;
    } else if (star >= 0) {
      // The last star takes one more character. Going back to an earlier one would find nothing new.
      place = star + 1;
      retry += 1;
      at = retry;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(place));
}

/** Which paths of its hosts are links of an app. */
interface PathSettings {
  pathLinks: 'on' | 'off';
  /** Patterns of paths that aren't links. */
  noLinks: readonly string[];
}

function exclusions({ noLinks }: PathSettings): string[] {
  return [...NEVER_LINKS, ...noLinks];
}

/** Whether a path that `readPath` has read is a link of the app although nobody created it. */
export function isPathLink(path: string, app: PathSettings): boolean {
  return app.pathLinks === 'on' && !exclusions(app).some((pattern) => fits(path, pattern));
}

/** A pattern of Apple's or Google's association file. Both take the first one that fits. */
export interface PathComponent {
  '/': string;
  exclude?: true;
}

/** Which paths open the app: all that are links, or those of one segment if only codes are. */
export function linkComponents(app: PathSettings): PathComponent[] {
  const excluded = exclusions({ ...app, noLinks: app.pathLinks === 'on' ? app.noLinks : [] }).map(
    (pattern) => ({ '/': pattern, exclude: true }) as const
  );
  return app.pathLinks === 'on'
    ? [...excluded, { '/': '*' }]
    : [...excluded, { '/': '/*/?*', exclude: true }, { '/': '/?*' }];
}
