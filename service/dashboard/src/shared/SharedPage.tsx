import { useQuery } from '@tanstack/react-query';
import { isRefused } from '../api/Problem.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Logo } from '../ui/Logo.tsx';
import { Page } from '../ui/Page.tsx';
import { Unreachable } from '../ui/Unreachable.tsx';
import { brandColours } from './brandColours.ts';
import { sharedQuery } from './requests.ts';
import { nameOfBound, readSharedAddress, type SharedView } from './sharedAddress.ts';
import { SharedHead, SharedReport } from './SharedReport.tsx';

/** In place of a report, where the address leads to none. */
function NoReport({ title, children }: { title: string; children: string }) {
  return (
    <main className="alone" id="main">
      <section className="panel no-report">
        <Logo />
        <Page title={title}>
          <p>{children}</p>
        </Page>
      </section>
    </main>
  );
}

function Guest({ shared }: { shared: SharedView }) {
  const query = useQuery(sharedQuery(shared));
  if (isRefused(query.error))
    return <NoReport title="This view has ended">Ask whoever sent it for a new one.</NoReport>;
  const accent = query.data?.app.accent ?? null;
  return (
    <div className="frame" data-branded={accent !== null} style={brandColours(accent)}>
      {query.data && <SharedHead app={query.data.app} until={query.data.expiresAt} />}
      <main id="main">
        <Unreachable />
        <Page title={nameOfBound(shared.bound)} of={query.data?.app.name}>
          <Loaded query={query} what="the numbers" lines={8}>
            {({ app }) => <SharedReport app={app} source={shared} />}
          </Loaded>
        </Page>
      </main>
    </div>
  );
}

/** A report that somebody was sent. */
export function SharedPage() {
  const shared = readSharedAddress(window.location.hash);
  if (shared) return <Guest shared={shared} />;
  return <NoReport title="This address is incomplete">Ask whoever sent it for the full one.</NoReport>;
}
