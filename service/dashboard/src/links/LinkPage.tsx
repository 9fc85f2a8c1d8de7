import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing } from '../api/Problem.ts';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { EventCounts } from '../report/EventCounts.tsx';
import { hasNothing } from '../report/figures.ts';
import { Funnel } from '../report/Funnel.tsx';
import { Headline } from '../report/Headline.tsx';
import { ReportBar } from '../report/ReportBar.tsx';
import { hasBefore, reportQuery } from '../report/requests.ts';
import { useMeasure } from '../report/useMeasure.ts';
import { useView } from '../report/view.ts';
import { BarActions } from '../shared/BarActions.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { isSince, useDays } from '../ui/useDays.ts';
import { DeletedNotice } from './DeletedNotice.tsx';
import { ChangeTable } from './ChangeTable.tsx';
import { LinkDetails } from './LinkDetails.tsx';
import { RecentClicks } from './RecentClicks.tsx';
import { changesQuery, linkQuery, type Link } from './requests.ts';
import './links.css';

/** The service's own limit. */
const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;

/** The link's numbers are still counted. If its last change was the deletion, it can be restored. */
function MissingLink({ code }: { code: string }) {
  const { app, may } = useCurrentApp();
  const { data } = useInfiniteQuery({ ...changesQuery(app.id, code), enabled: may('all') });
  const [last] = data?.pages[0]?.changes ?? [];
  const [restorableSince] = useState(() => Date.now() - RESTORABLE_MS);
  if (last?.after === null && Date.parse(last.at) > restorableSince) {
    return <DeletedNotice codes={[code]} onRestored={() => undefined} />;
  }
  return (
    <Notice tone="quiet">
      There is no link with this code, or it was deleted. What it brought is still counted below.{' '}
      <PageLink to="/links">All links</PageLink>
    </Notice>
  );
}

/** In place of a flat curve and zeros. Clicks before or after the days that are shown aren't known here. */
function NoClicks({ link }: { link: Link | undefined }) {
  const { app } = useCurrentApp();
  const { days, today } = useDays(app.timeZone);
  const isNever = link && isSince(link.createdAt, days, today, app.timeZone);
  return (
    <div className="panel">
      <Empty title={isNever ? 'Nobody has clicked it yet' : 'Nobody clicked it in this period'}>
        <p>
          {!isNever && 'Choose more days. '}
          {link && 'To try it, scan its QR code with a phone, and come back: the click shows up right away.'}
        </p>
      </Empty>
    </div>
  );
}

export function LinkPage({ code }: { code: string }) {
  const { app, may } = useCurrentApp();
  const { view } = useView(app.timeZone);
  const { measure, show } = useMeasure();
  const fileOf = useFileName();
  const link = useQuery(linkQuery(app.id, code));
  const query = useQuery({
    ...reportQuery({ app: app.id }, { ...view, filters: { link: code } }),
    // Never shows another link's numbers, not even for a moment.
    placeholderData: (previous, before) => (before?.queryKey[3].filters.link === code ? previous : undefined),
  });

  return (
    <>
      <PageLink to="/links" className="back">
        <span aria-hidden="true">←</span> All links
      </PageLink>
      <Page title={link.data?.name ?? link.data?.title ?? `/${code}`} of={app.name}>
        <ReportBar timezone={app.timeZone} hasFilters={false} hasBefore={hasBefore(query)}>
          <BarActions bound={{ link: [code] }} />
        </ReportBar>
        <div className="link-page">
          <Panel title="The link" className="link-panel">
            {isMissing(link.error) ? (
              <MissingLink code={code} />
            ) : (
              <Loaded query={link} what="the link">
                {(data) => <LinkDetails link={data} />}
              </Loaded>
            )}
          </Panel>
          <Loaded query={query} what="the numbers" lines={8}>
            {(report) =>
              hasNothing(report) ? (
                <NoClicks link={link.data} />
              ) : (
                <>
                  <Headline
                    report={report}
                    measure={measure}
                    onShow={show}
                    timezone={app.timeZone}
                    file={fileOf(`link-by-${report.unit}`)}
                  />
                  <Funnel figures={report.total} />
                  <Panel title="All events" className="events-panel">
                    <EventCounts events={report.total.events} main={report.mainCurrency} />
                  </Panel>
                </>
              )
            }
          </Loaded>
          {may('all') && <RecentClicks code={code} />}
          {may('all') && (
            <Panel title="Changes" aside="newest first">
              <ChangeTable code={code} />
            </Panel>
          )}
        </div>
      </Page>
    </>
  );
}
