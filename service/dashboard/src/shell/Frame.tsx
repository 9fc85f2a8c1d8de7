import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Failure } from '../ui/Failure.tsx';
import { Logo } from '../ui/Logo.tsx';
import { PageBoundary } from '../ui/PageBoundary.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { AppSelect } from './AppSelect.tsx';
import type { App } from '../apps/requests.ts';
import { useSignOut, type Scope, type Session } from '../session/requests.ts';

const PAGES: readonly { path: string; name: string; scope: Scope }[] = [
  { path: '/', name: 'Overview', scope: 'read' },
  { path: '/links', name: 'Links', scope: 'read' },
  { path: '/people', name: 'People', scope: 'all' },
  { path: '/matching', name: 'Matching', scope: 'all' },
  { path: '/settings', name: 'Settings', scope: 'all' },
];

function isCurrent(path: string, location: string): boolean {
  if (path === '/links') return location.startsWith('/links') || location === '/new-link';
  return location === path;
}

/** Another page begins at its top, with the focus on its heading. */
function useFreshStart(location: string): void {
  const last = useRef(location);
  useEffect(() => {
    if (last.current === location) return;
    last.current = location;
    window.scrollTo(0, 0);
    document.getElementById('page-title')?.focus({ preventScroll: true });
  }, [location]);
}

interface FrameProps {
  session: Session;
  apps: readonly App[];
  /** Whose pages are shown; without one there are no pages to go to. */
  app: App | undefined;
  children: ReactNode;
}

export function Frame({ session, apps, app, children }: FrameProps) {
  const [location] = useLocation();
  const signOut = useSignOut();
  useFreshStart(location);

  return (
    <div className="frame">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="frame-header">
        <PageLink to="/" className="brand">
          <Logo />
          <span>Deferred Link</span>
        </PageLink>
        {app && <AppSelect apps={apps} app={app} isAdmin={session.role === 'admin'} />}
        {app && (
          <nav aria-label="Pages" className="pages">
            {PAGES.filter(({ scope }) => session.scopes.includes(scope)).map(({ path, name }) => (
              <PageLink key={path} to={path} isCurrent={isCurrent(path, location)}>
                {name}
              </PageLink>
            ))}
          </nav>
        )}
        <button
          type="button"
          className="button quiet sign-out"
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {signOut.error && <Failure error={signOut.error} onRetry={() => signOut.mutate()} />}
        <PageBoundary key={location}>{children}</PageBoundary>
      </main>
    </div>
  );
}
