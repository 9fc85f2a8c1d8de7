import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { Unreachable } from '../ui/Unreachable.tsx';
import { brandColours } from './brandColours.ts';
import { sharedQuery } from './requests.ts';
import { nameOfBound, readSharedAddress, type SharedView } from './sharedAddress.ts';
import { SharedHead, SharedReport } from './SharedReport.tsx';

function Guest({ shared }: { shared: SharedView }) {
  const query = useQuery(sharedQuery(shared));
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
  return (
    <main className="alone" id="main">
      <Page title="Nothing to see here">
        <Notice tone="bad">This address is incomplete. Ask whoever sent it to you for the full one.</Notice>
      </Page>
    </main>
  );
}
