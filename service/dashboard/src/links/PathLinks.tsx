import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Money, writeMoney } from '../ui/Money.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { useDays } from '../ui/useDays.ts';
import { pathLinksQuery } from './requests.ts';

function NoPaths({ isOn }: { isOn: boolean }) {
  const { may } = useCurrentApp();
  return isOn ? (
    <Empty title="No path was opened in this period">
      <p>Every path on your link hosts is a link. Publish one, or choose a longer period.</p>
    </Empty>
  ) : (
    <Empty title="Path links are off">
      <p>
        Turn them on in the {may('all') ? <PageLink to="/settings">settings</PageLink> : 'settings'}, and every path on
        your link hosts opens that screen of your app.
      </p>
    </Empty>
  );
}

/** The paths that were opened, most visitors first. */
export function PathLinks() {
  const { app } = useCurrentApp();
  const { days } = useDays(app.timeZone);
  const fileOf = useFileName();
  const query = useInfiniteQuery({ ...pathLinksQuery(app.id, days), placeholderData: keepPreviousData });
  return (
    <Panel title="Path links">
      <Loaded query={query} what="the path links" lines={6}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows ?? []);
          if (rows.length === 0) return <NoPaths isOn={app.pathLinks === 'on'} />;
          return (
            <>
              <DataTable
                caption="Paths and what each brought"
                rows={rows}
                keyOf={({ link }) => link?.code ?? ''}
                file={fileOf('path-links')}
                columns={[
                  {
                    name: 'Path',
                    text: ({ link }) => link?.code ?? null,
                    render: ({ link }) => <bdi>{link?.code}</bdi>,
                  },
                  { name: 'Visitors', isNumber: true, text: ({ visitors }) => visitors },
                  { name: 'Installs', isNumber: true, text: ({ installs }) => installs },
                  { name: 'Opens', isNumber: true, text: ({ opens }) => opens },
                  { name: 'Buyers', isNumber: true, text: ({ buyers }) => buyers },
                  {
                    name: 'Revenue',
                    isNumber: true,
                    text: ({ revenue }) => writeMoney(revenue, app.mainCurrency),
                    render: ({ revenue }) => <Money sums={revenue} main={app.mainCurrency} />,
                  },
                ]}
              />
              <ShowMore query={query} />
              <p className="panel-note muted">
                Opens are counted for paths of one segment only. An installed app opens longer paths without asking the
                service.
              </p>
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}
