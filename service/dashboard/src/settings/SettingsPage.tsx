import { useQuery } from '@tanstack/react-query';
import { DownloadLink } from '../apps/DownloadLink.tsx';
import { SettingsTabs } from '../apps/SettingsTabs.tsx';
import { SnippetView } from '../apps/SnippetView.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { keysQuery } from '../apps/requests.ts';
import { snippetsOf, type Snippet } from '../apps/snippets.ts';
import { Page } from '../ui/Page.tsx';
import { Panel } from '../ui/Panel.tsx';
import { AppSettings } from './AppSettings.tsx';
import { OtherApps } from './OtherApps.tsx';
import { StatisticsDownload } from './StatisticsDownload.tsx';
import './settings.css';

const Snippets = ({ snippets }: { snippets: readonly Snippet[] }) =>
  snippets.map((snippet) => <SnippetView key={snippet.title} {...snippet} />);

export function SettingsPage() {
  const { app, role } = useCurrentApp();
  const { data: keys = [] } = useQuery(keysQuery(app.id));
  // The newest, as an older one may be about to be revoked.
  const key = keys.findLast(({ kind, revokedAt }) => kind === 'publishable' && revokedAt === null)?.hint;
  const snippets = snippetsOf(app, window.location.origin, key);
  const bare = snippets.filter(({ isBare }) => isBare);
  return (
    <Page title="Settings" of={app.name}>
      <SettingsTabs />
      <div className="settings">
        <div className="settings-column">
          <AppSettings />
          <Panel title="Everything as CSV">
            <div className="panel-body actions">
              <StatisticsDownload />
              <DownloadLink file="links.csv">Links</DownloadLink>
              <DownloadLink file="clicks.csv">Clicks</DownloadLink>
              <DownloadLink file="events.csv">Events</DownloadLink>
            </div>
          </Panel>
          {role === 'admin' && <OtherApps />}
        </div>
        <div className="settings-column">
          <Panel title="Paste it into the app">
            <div className="snippets">
              <Snippets snippets={snippets.filter(({ isBare }) => !isBare)} />
              {bare.length > 0 && (
                <details className="more">
                  <summary>Without Expo: Android and iOS</summary>
                  <div className="more-fields">
                    <Snippets snippets={bare} />
                  </div>
                </details>
              )}
            </div>
          </Panel>
        </div>
      </div>
    </Page>
  );
}
