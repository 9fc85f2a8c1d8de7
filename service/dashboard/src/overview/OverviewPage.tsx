import { useQuery } from '@tanstack/react-query';
import { DailyChart } from './DailyChart.tsx';
import { DEFINITIONS } from '../../../src/values/definitions.ts';
import { DaysChoice } from '../ui/DaysChoice.tsx';
import { Empty } from '../ui/Empty.tsx';
import { EventCounts } from './EventCounts.tsx';
import { Funnel } from './Funnel.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Money } from '../ui/Money.tsx';
import { Tile } from './Tile.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useAddress } from '../ui/useAddress.ts';
import { useDays } from '../ui/useDays.ts';
import { countOfEvent, funnelOf, isEmpty, largestDrop, withoutOrganic } from './funnel.ts';
import { formatCount } from '../ui/numbers.ts';
import { TopLinks } from './TopLinks.tsx';
import { overviewQuery, type LinkOrder, type Statistics } from './requests.ts';

const ORDERS: readonly LinkOrder['by'][] = ['clicks', 'installs', 'opens', 'purchases', 'revenue'];

function readOrder(params: URLSearchParams): LinkOrder {
  const [by, currency] = (params.get('order') ?? '').split('-');
  return { by: ORDERS.find((known) => known === by) ?? 'clicks', currency };
}

function Figures({ statistics, order }: { statistics: Statistics; order: LinkOrder }) {
  const { total, organic, days, links } = statistics;
  const stages = funnelOf(withoutOrganic(total, organic));
  const drop = largestDrop(stages);
  return (
    <div className="overview">
      <dl className="tiles">
        <Tile name="Clicks" about={DEFINITIONS.clicks} value={formatCount(total.clicks)} note="on landing pages" />
        <Tile
          name="Installs"
          about={DEFINITIONS.installs}
          value={formatCount(total.installs)}
          note={`${formatCount(total.withoutLink + total.unsure)} without a link`}
        />
        <Tile name="Opens" about={DEFINITIONS.opens} value={formatCount(total.opens)} note="by the installed app" />
        <Tile
          name="Purchases"
          about={DEFINITIONS.purchases}
          value={formatCount(countOfEvent(total, 'purchase'))}
          note={organic ? `${formatCount(countOfEvent(organic, 'purchase'))} without a link` : undefined}
        />
        <Tile
          name="Revenue"
          about={DEFINITIONS.revenue}
          value={<Money sums={total.revenue} />}
          note={
            organic && organic.revenue.length > 0 ? (
              <>
                <Money sums={organic.revenue} /> without a link
              </>
            ) : (
              'purchases less refunds'
            )
          }
        />
      </dl>
      <Panel title="From click to purchase" className="funnel-panel" aside="what links brought">
        <Funnel stages={stages} />
        {drop !== null && <p className="panel-note">{drop}</p>}
      </Panel>
      <Panel title="Day by day" className="daily-panel">
        <DailyChart days={days} />
      </Panel>
      <TopLinks links={links} revenue={total.revenue} order={order} />
      <Panel title="All events" className="events-panel">
        <EventCounts figures={total} />
      </Panel>
    </div>
  );
}

export function OverviewPage() {
  const { app, may } = useCurrentApp();
  const { days } = useDays(app.timeZone);
  const { params } = useAddress();
  const order = readOrder(params);
  const query = useQuery(overviewQuery(app.id, days, order));

  return (
    <Page title="Overview" of={app.name} actions={<DaysChoice />}>
      <Loaded query={query} what="the numbers" lines={8}>
        {(statistics) => (
          <>
            {isEmpty(statistics.total) && (
              <div className="panel">
                <Empty title="Nothing happened in this period">
                  {may('all') && (
                    <p>
                      <PageLink to="/new-link">Create a link</PageLink>, open it on a phone, and come back: the click
                      shows up right away. <PageLink to="/settings">Settings</PageLink> shows what goes into the app.
                    </p>
                  )}
                </Empty>
              </div>
            )}
            <Figures statistics={statistics} order={order} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
