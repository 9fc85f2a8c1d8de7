import { createContext, use } from 'react';
import type { App } from './requests.ts';
import type { Scope, Session } from '../session/requests.ts';

interface CurrentApp {
  app: App;
  /** The admin may change apps and keys; an owner sees them. */
  role: Session['role'];
  /** Whether the key that signed in may do this. */
  may: (scope: Scope) => boolean;
}

export const CurrentAppContext = createContext<CurrentApp | null>(null);

export function useCurrentApp(): CurrentApp {
  const current = use(CurrentAppContext);
  if (!current) throw new Error('Pages of an app are rendered where an app was chosen.');
  return current;
}
