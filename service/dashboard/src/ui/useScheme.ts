import { useSyncExternalStore } from 'react';

const DARK = '(prefers-color-scheme: dark)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** For what doesn't take its colours from CSS by itself. */
export function useScheme(): 'dark' | 'light' {
  return useSyncExternalStore(subscribe, () => (matchMedia(DARK).matches ? 'dark' : 'light'));
}
