import { useQuery } from '@tanstack/react-query';
import { useCurrentApp } from '../apps/currentApp.ts';
import { ShareButton } from '../apps/ShareButton.tsx';
import { useFileName } from '../apps/useFileName.ts';
import { BreakdownPanel } from '../report/BreakdownPanel.tsx';
import { EventCounts } from '../report/EventCounts.tsx';
import { isEmpty } from '../report/figures.ts';
import { Funnel } from '../report/Funnel.tsx';
import { Headline } from '../report/Headline.tsx';
import { ReportBar } from '../report/ReportBar.tsx';
import { reportQuery } from '../report/requests.ts';
import { useMeasure } from '../report/useMeasure.ts';
import { AUDIENCES, useView } from '../report/view.ts';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';

const WHERE = ['campaign', 'source', 'medium', 'link'] as const;

function NothingYet() {
  const { may } = useCurrentApp();
  return (
    <div className="panel">
      <Empty title="Nothing happened in this period">
        {may('all') && (
          <p>
            <PageLink to="/new-link">Create a link</PageLink>, open it on a phone, and come back: the click shows up
            right away. <PageLink to="/settings">Settings</PageLink> shows what goes into the app.
          </p>
        )}
      </Empty>
    </div>
  );
}

export function OverviewPage() {
  const { app } = useCurrentApp();
  const { view, today, range } = useView(app.timeZone);
  const { measure, show } = useMeasure();
  const fileOf = useFileName();
  const source = { app: app.id };
  const query = useQuery(reportQuery(source, view));
  const filtered = Object.keys(view.filters);
  const panel = { source, timezone: app.timeZone, measure, organic: query.data?.organic ?? null, fileOf };

  return (
    <Page title="Overview" of={app.name}>
      <ReportBar timezone={app.timeZone} hasSales>
        <ShareButton now={{ filters: view.filters, days: view.days, today, range }} />
      </ReportBar>
      <Loaded query={query} what="the numbers" lines={8}>
        {(report) => (
          <>
            {isEmpty(report.total) && filtered.length === 0 && <NothingYet />}
            <Headline
              report={report}
              measure={measure}
              onShow={show}
              timezone={app.timeZone}
              file={fileOf(`by-${report.unit}`)}
            />
          </>
        )}
      </Loaded>
      <div className="panels">
        <BreakdownPanel {...panel} title="Where from" name="where" dimensions={WHERE} />
        <BreakdownPanel {...panel} title="Who" name="who" dimensions={AUDIENCES} />
      </div>
      {query.data && (
        <>
          <Funnel figures={query.data.total} />
          <Panel title="All events" className="events-panel">
            <EventCounts figures={query.data.total} main={query.data.mainCurrency} />
          </Panel>
        </>
      )}
    </Page>
  );
}
