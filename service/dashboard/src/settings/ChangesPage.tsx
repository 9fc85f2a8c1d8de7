import { SettingsTabs } from '../apps/SettingsTabs.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { ChangeTable } from '../links/ChangeTable.tsx';
import { Page } from '../ui/Page.tsx';
import { Panel } from '../ui/Panel.tsx';
import './settings.css';

/** Who changed links, keys, webhooks and the app. */
export function ChangesPage() {
  const { app } = useCurrentApp();
  return (
    <Page title="Changes" of={app.name}>
      <SettingsTabs />
      <Panel title="Who changed what" aside="newest first, for a year">
        <ChangeTable />
      </Panel>
    </Page>
  );
}
