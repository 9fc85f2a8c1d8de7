import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SharedViewWire } from '../../../src/routes/owner/shares.ts';
import { request } from '../api/request.ts';
import { readSharedAddress, type SharedView } from '../apps/sharedAddress.ts';
import { BreakdownPanel } from '../report/BreakdownPanel.tsx';
import { Funnel } from '../report/Funnel.tsx';
import { Headline } from '../report/Headline.tsx';
import { ReportBar } from '../report/ReportBar.tsx';
import { reportQuery } from '../report/requests.ts';
import { useMeasure } from '../report/useMeasure.ts';
import { AUDIENCES, useView } from '../report/view.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { formatDate } from '../ui/times.ts';
import { Unreachable } from '../ui/Unreachable.tsx';

/** Days are those of the app, which a guest doesn't know before the first answer. */
const ANY_ZONE = 'UTC';

/** Whose numbers these are, and until when. */
const aboutQuery = ({ app, token, bound }: SharedView) =>
  queryOptions({
    queryKey: ['shared', app, token],
    queryFn: ({ signal }) => request<SharedViewWire>('/api/shared', { app, token, query: bound, signal }),
  });

/** The app's name, icon and colour, as visitors of its landing page know them. */
function SharedHead({ shared }: { shared: SharedView }) {
  const { data } = useQuery(aboutQuery(shared));
  if (!data) return null;
  const { app, expiresAt } = data;
  return (
    <>
      <span className="brand shared-brand" style={app.accent === null ? undefined : { borderColor: app.accent }}>
        {app.icon !== null && <img src={app.icon} alt="" width={32} height={32} />}
        <span>{app.name}</span>
      </span>
      <span className="shared-end muted">Shared until {formatDate(expiresAt, app.timeZone)}</span>
    </>
  );
}

function SharedReport({ shared }: { shared: SharedView }) {
  const [timezone, setTimezone] = useState(ANY_ZONE);
  const { view: chosen } = useView(timezone);
  const view = { ...chosen, filters: {}, sales: 'all' as const };
  const { measure, show } = useMeasure();
  const query = useQuery(reportQuery(shared, view));
  const zone = query.data?.timezone ?? timezone;
  if (zone !== timezone) setTimezone(zone);
  const fileOf = (what: string) => `${shared.app}-${what}-${view.days.from}-to-${view.days.to}.csv`;
  const names = Object.values(shared.bound).flat().join(', ');
  const panel = { source: shared, timezone, measure, organic: null, fileOf };
  return (
    <Page title={names}>
      <ReportBar timezone={timezone} hasFilters={false} />
      <Loaded query={query} what="the numbers" lines={8}>
        {(report) => (
          <div className="overview">
            <Headline
              report={report}
              measure={measure}
              onShow={show}
              timezone={timezone}
              file={fileOf(`by-${report.unit}`)}
            />
            <div className="panels">
              <BreakdownPanel
                {...panel}
                title="Where from"
                name="where"
                dimensions={['link', 'campaign', 'source', 'medium']}
              />
              {shared.bound.link === undefined && (
                <BreakdownPanel {...panel} title="Who" name="who" dimensions={AUDIENCES} />
              )}
            </div>
            <Funnel figures={report.total} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** A report that somebody was sent: numbers of some links or campaigns, and nothing else. */
export function SharedPage() {
  const shared = readSharedAddress(window.location.hash);
  return (
    <div className="frame">
      <header className="frame-header">{shared && <SharedHead shared={shared} />}</header>
      <main id="main">
        <Unreachable />
        {shared ? (
          <SharedReport shared={shared} />
        ) : (
          <Page title="Nothing to see here">
            <Notice tone="bad">This address is incomplete. Ask whoever sent it to you for the full one.</Notice>
          </Page>
        )}
      </main>
    </div>
  );
}
