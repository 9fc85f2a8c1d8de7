import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changesQuery, linkQuery } from './requests.ts';
import { isMissing } from '../api/Problem.ts';
import { linkStatisticsQuery } from '../overview/requests.ts';
import { DailyChart } from '../overview/DailyChart.tsx';
import { DaysChoice } from '../ui/DaysChoice.tsx';
import { EventCounts } from '../overview/EventCounts.tsx';
import { Funnel } from '../overview/Funnel.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Money } from '../ui/Money.tsx';
import { Tile } from '../overview/Tile.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useDays } from '../ui/useDays.ts';
import { countOfEvent, funnelOf, largestDrop } from '../overview/funnel.ts';
import { formatCount } from '../ui/numbers.ts';
import { LinkDetails } from './LinkDetails.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import { LinkChanges } from './LinkChanges.tsx';
import { RecentClicks } from './RecentClicks.tsx';

/** As the service allows. */
const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;

/** What it brought is still counted. If its last change was its deletion, it can come back. */
function MissingLink({ code }: { code: string }) {
  const { app, may } = useCurrentApp();
  const { data } = useInfiniteQuery({ ...changesQuery(app.id, code), enabled: may('all') });
  const [last] = data?.pages[0]?.changes ?? [];
  const [restorableSince] = useState(() => Date.now() - RESTORABLE_MS);
  if (last?.after === null && Date.parse(last.at) > restorableSince) return <DeletedNotice code={code} />;
  return (
    <Notice tone="quiet">
      There is no link with this code, or it was deleted. What it brought is still counted below.{' '}
      <PageLink to="/links">All links</PageLink>
    </Notice>
  );
}

export function LinkPage({ code }: { code: string }) {
  const { app, may } = useCurrentApp();
  const { days } = useDays(app.timeZone);
  const link = useQuery(linkQuery(app.id, code));
  const statistics = useQuery(linkStatisticsQuery(app.id, code, days));

  return (
    <Page title={link.data?.title ?? `/${code}`} of={app.name} actions={<DaysChoice />}>
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
        <Loaded query={statistics} what="the numbers" lines={8}>
          {({ total, days: list }) => {
            const stages = funnelOf(total);
            const drop = largestDrop(stages);
            return (
              <div className="link-figures">
                <dl className="tiles">
                  <Tile name="Clicks" value={formatCount(total.clicks)} />
                  <Tile name="Installs" value={formatCount(total.installs)} />
                  <Tile name="Opens" value={formatCount(total.opens)} note="by the installed app" />
                  <Tile name="Purchases" value={formatCount(countOfEvent(total, 'purchase'))} />
                  <Tile name="Revenue" value={<Money sums={total.revenue} />} note="purchases less refunds" />
                </dl>
                <Panel title="From click to purchase" className="funnel-panel">
                  <Funnel stages={stages} />
                  {drop !== null && <p className="panel-note">{drop}</p>}
                </Panel>
                <Panel title="Day by day" className="daily-panel">
                  <DailyChart days={list} />
                </Panel>
                <Panel title="All events" className="events-panel">
                  <EventCounts figures={total} />
                </Panel>
              </div>
            );
          }}
        </Loaded>
        {may('all') && <RecentClicks code={code} />}
        {may('all') && <LinkChanges code={code} />}
      </div>
    </Page>
  );
}
