import { useQuery } from '@tanstack/react-query';
import { BreakdownPanel } from '../report/BreakdownPanel.tsx';
import { CohortsPanel } from '../report/CohortsPanel.tsx';
import { Funnel } from '../report/Funnel.tsx';
import { Headline } from '../report/Headline.tsx';
import { ReportBar } from '../report/ReportBar.tsx';
import { hasBefore, reportQuery, type Source } from '../report/requests.ts';
import { useMeasure } from '../report/useMeasure.ts';
import { AUDIENCES, useView } from '../report/view.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { formatDate } from '../ui/times.ts';
import type { SharedApp } from './requests.ts';
import './shared.css';

/** The app's name, icon and colour, as on its landing page, and until when its numbers are shared. */
export function SharedHead({ app, until }: { app: SharedApp; until: string }) {
  return (
    <header className="frame-header">
      <span className="brand shared-brand">
        {app.icon !== null && <img src={app.icon} alt="" width={32} height={32} />}
        <bdi>{app.name}</bdi>
      </span>
      <span className="shared-end muted">Shared until {formatDate(until, app.timeZone)}</span>
    </header>
  );
}

/** Numbers of some links or campaigns, and nothing else. What of them is shown stands in the address. */
export function SharedReport({ app, source }: { app: SharedApp; source: Source }) {
  const { view: chosen } = useView(app.timeZone);
  const view = { ...chosen, filters: {}, sales: 'all' as const };
  const { measure, show } = useMeasure();
  const query = useQuery(reportQuery(source, view));
  const fileOf = (what: string) => `${app.id}-${what}-${view.days.from}-to-${view.days.to}.csv`;
  const panel = { source, view, measure, onShow: show, fileOf };
  return (
    <>
      <ReportBar timezone={app.timeZone} hasFilters={false} hasBefore={hasBefore(query)} />
      <Loaded query={query} what="the numbers" lines={8}>
        {(report) => (
          <Headline
            report={report}
            measure={measure}
            onShow={show}
            timezone={app.timeZone}
            file={fileOf(`by-${report.unit}`)}
          />
        )}
      </Loaded>
      <div className="panels">
        <BreakdownPanel
          {...panel}
          title="Where from"
          name="where"
          dimensions={['link', 'campaign', 'source', 'medium']}
        />
        {source.bound?.link === undefined && (
          <BreakdownPanel {...panel} title="Who" name="who" dimensions={AUDIENCES} />
        )}
      </div>
      {query.data && <Funnel figures={query.data.total} />}
      <CohortsPanel source={source} view={view} mainCurrency={app.mainCurrency} fileOf={fileOf} />
    </>
  );
}
