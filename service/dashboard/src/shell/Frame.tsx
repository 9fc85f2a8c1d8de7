import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Failure } from '../ui/Failure.tsx';
import { Logo } from '../ui/Logo.tsx';
import { PageBoundary } from '../ui/PageBoundary.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Unreachable } from '../ui/Unreachable.tsx';
import { AppSelect } from './AppSelect.tsx';
import { PAGES } from './pages.tsx';
import type { App } from '../apps/requests.ts';
import { useSignOut, type Session } from '../session/requests.ts';

/** Whether a page of the navigation is the one that is shown, or the one that it belongs to. */
function isCurrent(path: string, location: string): boolean {
  if (path === location) return true;
  return PAGES.some((page) => page.below === path && location.startsWith(page.path.replace(/:.*/, '')));
}

interface FrameProps {
  session: Session;
  apps: readonly App[];
  /** Without an app, there are no pages to go to. */
  app: App | undefined;
  children: ReactNode;
}

export function Frame({ session, apps, app, children }: FrameProps) {
  const [location] = useLocation();
  const signOut = useSignOut();
  // The menu of a narrow screen is open only on the page where it was opened, so choosing another one closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === location;

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
        <button
          type="button"
          className="button quiet menu-button"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpenOn(isOpen ? null : location)}
        >
          Menu
        </button>
        <div id="menu" className="frame-menu" data-open={isOpen}>
          {app && (
            <nav aria-label="Pages" className="pages">
              {PAGES.filter(({ name, scope }) => name !== undefined && session.scopes.includes(scope)).map(
                ({ path, name }) => (
                  <PageLink key={path} to={path} isCurrent={isCurrent(path, location)}>
                    {name}
                  </PageLink>
                )
              )}
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
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {signOut.error && <Failure error={signOut.error} onRetry={() => signOut.mutate()} />}
        <Unreachable />
        <PageBoundary key={location}>{children}</PageBoundary>
      </main>
    </div>
  );
}
