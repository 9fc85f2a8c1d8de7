import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { NOT_OF_COHORTS } from '../report/cohortsQuery.ts';
import { CohortsPanel } from '../report/CohortsPanel.tsx';
import { ReportBar } from '../report/ReportBar.tsx';
import { useView } from '../report/view.ts';
import { BarActions } from '../shared/BarActions.tsx';
import { Page } from '../ui/Page.tsx';

export function CohortsPage() {
  const { app } = useCurrentApp();
  const { view } = useView(app.timeZone);
  const fileOf = useFileName();
  return (
    <Page title="Cohorts" of={app.name}>
      <ReportBar timezone={app.timeZone} hasAttribution={false} hasComparison={false} ignored={NOT_OF_COHORTS}>
        <BarActions ignored={NOT_OF_COHORTS} />
      </ReportBar>
      <CohortsPanel source={{ app: app.id }} view={view} mainCurrency={app.mainCurrency} fileOf={fileOf} />
    </Page>
  );
}
