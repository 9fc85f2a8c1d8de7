import { SettingsTabs } from '../apps/SettingsTabs.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { Page } from '../ui/Page.tsx';
import { KeysPanel } from './KeysPanel.tsx';
import './settings.css';

export function KeysPage() {
  const { app } = useCurrentApp();
  return (
    <Page title="Keys" of={app.name}>
      <SettingsTabs />
      <KeysPanel />
    </Page>
  );
}
