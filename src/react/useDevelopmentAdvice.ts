import { useEffect, type ReactNode } from 'react';
import { ports } from '../app';

let mounted = 0;

/** Points out in development how the provider is used wrongly. */
export function useDevelopmentAdvice(children: ReactNode) {
  useEffect(() => {
    if (++mounted > 1)
      ports.log.advise('More than one LinkProvider is mounted; they share one session. Keep the outermost.');
    return () => void mounted--;
  }, []);

  useEffect(() => {
    if (children === undefined) ports.log.advise('LinkProvider has no children: wrap your app in it.');
  }, [children]);
}
