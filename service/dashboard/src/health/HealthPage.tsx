import { useCurrentApp } from '../apps/currentApp.ts';
import { SettingsTabs } from '../apps/SettingsTabs.tsx';
import { ReportBar } from '../report/ReportBar.tsx';
import { Page } from '../ui/Page.tsx';
import { AttemptsPanel } from './AttemptsPanel.tsx';
import { DoctorPanel } from './DoctorPanel.tsx';
import './health.css';

/** Whether everything is set up, and why installs got no link. */
export function HealthPage() {
  const { app } = useCurrentApp();
  return (
    <Page title="Health" of={app.name}>
      <SettingsTabs />
      <DoctorPanel />
      <p className="lead">Why did an install get no link? Every install that asked, and the result:</p>
      <ReportBar timezone={app.timeZone} hasAttribution={false} hasComparison={false} hasFilters={false} />
      <AttemptsPanel />
    </Page>
  );
}
