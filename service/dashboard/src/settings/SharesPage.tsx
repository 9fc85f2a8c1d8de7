import { useQuery } from '@tanstack/react-query';
import { SettingsTabs } from '../apps/SettingsTabs.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { sharesQuery, useEndShare, type Share } from '../shared/requests.ts';
import { ShareButton } from '../shared/ShareButton.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Page } from '../ui/Page.tsx';
import { Panel } from '../ui/Panel.tsx';
import { formatDate } from '../ui/times.ts';
import { RevocableList } from './RevocableList.tsx';
import './settings.css';

function describe({ filter }: Share): string {
  return Object.entries(filter)
    .map(([name, values]) => `${name}${values?.length === 1 ? '' : 's'} ${(values ?? []).join(', ')}`)
    .join(' and ');
}

/** Reports for people without a key. */
export function SharesPage() {
  const { app } = useCurrentApp();
  const query = useQuery(sharesQuery(app.id));
  const end = useEndShare(app.id);
  return (
    <Page title="Shared views" of={app.name}>
      <SettingsTabs />
      <div className="settings settings-list">
        <Panel title="What is shared">
          <RevocableList
            query={query}
            what="the shared views"
            empty={
              <Empty title="Nothing is shared">
                <p>Views you share are listed here. You can end each of them.</p>
              </Empty>
            }
            wordsOf={({ label }) => ({
              verb: 'End',
              of: `what ${label} sees`,
              action: 'End it',
              consequence: 'The address stops working right away.',
            })}
            revocation={end}
          >
            {(share) => (
              <>
                <p>
                  <strong>{share.label}</strong>
                </p>
                <p className="muted">
                  {describe(share)}, until {formatDate(share.expiresAt, app.timeZone)}
                </p>
              </>
            )}
          </RevocableList>
        </Panel>
        <Panel title="Share numbers">
          <div className="panel-body share-offer">
            <p>
              An agency or influencer sees the numbers of some links or campaigns without a key, until a date that you
              choose. Whoever has the address can open it.
            </p>
            <ShareButton bound={{}} />
          </div>
        </Panel>
      </div>
    </Page>
  );
}
