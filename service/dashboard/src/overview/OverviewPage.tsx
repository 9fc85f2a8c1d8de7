import { useQuery } from '@tanstack/react-query';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { BreakdownPanel } from '../report/BreakdownPanel.tsx';
import { EventCounts } from '../report/EventCounts.tsx';
import { hasNothing } from '../report/figures.ts';
import { Funnel } from '../report/Funnel.tsx';
import { Headline } from '../report/Headline.tsx';
import { nameOfRow, valueOfRow } from '../report/names.ts';
import { ReportBar } from '../report/ReportBar.tsx';
import { breakdownQuery, eventsQuery, hasBefore, reportQuery, type Report, type Source } from '../report/requests.ts';
import { useMeasure } from '../report/useMeasure.ts';
import { AUDIENCES, useView, type View } from '../report/view.ts';
import { BarActions } from '../shared/BarActions.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { isSince } from '../ui/useDays.ts';

const WHERE = ['campaign', 'source', 'medium', 'link', 'tag'] as const;

/** In place of a page full of zeros. A new app has nothing to choose from either. */
function NothingYet({ isNew }: { isNew: boolean }) {
  const { may } = useCurrentApp();
  return (
    <div className="panel">
      <Empty title={isNew ? 'Nothing happened yet' : 'Nothing happened in this period'}>
        {!isNew
          ? 'Choose more days.'
          : may('all') && (
              <ol>
                <li>
                  <PageLink to="/new-link">Create a link</PageLink>
                </li>
                <li>
                  <PageLink to="/settings">Paste the snippet into the app</PageLink>
                </li>
                <li>
                  Open the link on a phone and <PageLink to="/settings/health">check what arrives</PageLink>
                </li>
              </ol>
            )}
      </Empty>
    </div>
  );
}

function AllEvents({ source, view, report }: { source: Source; view: View; report: Report }) {
  const { data = report.total.events } = useQuery(eventsQuery(source, view));
  return (
    <Panel title="All events" className="events-panel">
      <EventCounts events={data} main={report.mainCurrency} />
    </Panel>
  );
}

export function OverviewPage() {
  const { app } = useCurrentApp();
  const { view, filter, today } = useView(app.timeZone);
  const { link } = view.filters;
  const isOrganic = link === '';
  const { measure, show } = useMeasure(isOrganic ? 'buyers' : 'visitors');
  const fileOf = useFileName();
  const source = { app: app.id };
  const query = useQuery(reportQuery(source, view));
  const isFiltered = Object.keys(view.filters).length > 0;
  const report = query.data;
  // The rows of the table by link, one of which has the name of the link that everything is filtered by.
  const links = useQuery({
    ...breakdownQuery(source, view, 'link', measure),
    enabled: Boolean(link) && report !== undefined,
  });
  const linkRow = links.data?.rows.find((row) => valueOfRow(row, 'link') === link);
  const panel = { source, view, onFilter: filter, measure, onShow: show, fileOf };
  const isNothing = report !== undefined && !isFiltered && hasNothing(report);
  const isNew = isNothing && view.sales === 'all' && isSince(app.createdAt, view.days, today, app.timeZone);

  return (
    <Page title="Overview" of={app.name}>
      {!isNew && (
        <ReportBar
          timezone={app.timeZone}
          hasSales
          hasBefore={hasBefore(query)}
          linkName={linkRow && nameOfRow(linkRow, 'link')}
        >
          <BarActions />
        </ReportBar>
      )}
      <Loaded query={query} what="the numbers" lines={8}>
        {(loaded) =>
          isNothing ? (
            <NothingYet isNew={isNew} />
          ) : (
            <Headline
              report={loaded}
              measure={measure}
              onShow={show}
              timezone={app.timeZone}
              file={fileOf(`by-${loaded.unit}`)}
              isFiltered={isFiltered}
            />
          )
        }
      </Loaded>
      {/* The tables ask for more, so they come after the numbers. */}
      {report && !isNothing && (
        <>
          <div className="panels">
            <BreakdownPanel {...panel} title="Where from" name="where" dimensions={WHERE} />
            <BreakdownPanel {...panel} title="Who" name="who" dimensions={AUDIENCES} />
          </div>
          {!isOrganic && <Funnel figures={report.total} />}
          <AllEvents source={source} view={view} report={report} />
        </>
      )}
    </Page>
  );
}
