import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Redirect, useLocation } from 'wouter';
import { Page } from '../ui/Page.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Loading } from '../ui/Loading.tsx';
import { CurrentAppContext } from '../apps/currentApp.ts';
import { TimeZoneContext } from '../ui/timeZone.ts';
import { useAddress } from '../ui/useAddress.ts';
import { AppPages } from './AppPages.tsx';
import { Frame } from './Frame.tsx';
import { appsQuery, type App } from '../apps/requests.ts';
import type { Session } from '../session/requests.ts';

const AddAppPage = lazy(async () => ({ default: (await import('../apps/AddAppPage.tsx')).AddAppPage }));
const ChooseAppPage = lazy(async () => ({ default: (await import('../apps/ChooseAppPage.tsx')).ChooseAppPage }));

/** The only page here that isn't about an app. */
const ADD_APP = '/apps/new';

/** The app in the address, or the only one there is. */
function chooseApp(apps: readonly App[], id: string | null): App | undefined {
  return apps.find((app) => app.id === id) ?? (apps.length === 1 ? apps[0] : undefined);
}

/** For a key that has nothing to see here. */
function EventsOnly({ session }: { session: Session }) {
  return (
    <Frame session={session} apps={[]} app={undefined}>
      <Page title="Nothing to see with this key" of={session.app?.name}>
        <p>
          This key only sends events from your server to {session.app?.name}. To see links and statistics, sign in with
          a key that may read.
        </p>
      </Page>
    </Frame>
  );
}

export function SignedIn({ session }: { session: Session }) {
  const mayRead = session.scopes.includes('read');
  const query = useQuery({ ...appsQuery, enabled: mayRead });
  const { params } = useAddress();
  const [path] = useLocation();
  const apps = query.data ?? [];
  const app = chooseApp(apps, params.get('app'));
  const isAdding = session.role === 'admin' && path === ADD_APP;

  if (!mayRead) return <EventsOnly session={session} />;
  return (
    <Frame session={session} apps={apps} app={isAdding ? undefined : app}>
      <Suspense fallback={<Loading what="the page" />}>
        <Loaded query={query} what="your apps">
          {() => {
            if (isAdding) return <AddAppPage isFirst={apps.length === 0} />;
            if (app) {
              return (
                // The key resets all pages when another app is chosen.
                <CurrentAppContext
                  key={app.id}
                  value={{ app, role: session.role, may: (scope) => session.scopes.includes(scope) }}
                >
                  <TimeZoneContext value={app.timeZone}>
                    <AppPages />
                  </TimeZoneContext>
                </CurrentAppContext>
              );
            }
            // The page stays until the app's keys were seen.
            if (apps.length === 0 && session.role === 'admin') return <Redirect to={ADD_APP} replace />;
            return <ChooseAppPage apps={apps} role={session.role} unknown={params.get('app')} />;
          }}
        </Loaded>
      </Suspense>
    </Frame>
  );
}
