import { useInfiniteQuery } from '@tanstack/react-query';
import { DataTable } from '../ui/DataTable.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Tag } from '../ui/Tag.tsx';
import { Time } from '../ui/Time.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { nameOfBrowser, nameOfDevice, nameOfSystem } from './devices.ts';
import { MATCHED_BY_TEXTS } from '../health/outcomes.ts';
import { formatDuration } from '../../../src/values/durations.ts';
import { clicksQuery, type Click } from './requests.ts';

function Claim({ claimedAt, claimedBy, createdAt }: Click) {
  if (claimedAt === null) return <span className="muted">no install yet</span>;
  const after = Date.parse(claimedAt) - Date.parse(createdAt);
  return (
    <>
      <Tag tone="good">Yes</Tag> {claimedBy !== null && `by ${MATCHED_BY_TEXTS[claimedBy]}, `}
      {`after ${formatDuration(after)}`}
    </>
  );
}

function StoreTap({ storeTappedAt, createdAt }: Click) {
  if (storeTappedAt === null) return <span className="muted">not tapped</span>;
  return <>{`after ${formatDuration(Date.parse(storeTappedAt) - Date.parse(createdAt))}`}</>;
}

export function RecentClicks({ code }: { code: string }) {
  const { app } = useCurrentApp();
  const fileOf = useFileName();
  const query = useInfiniteQuery(clicksQuery(app.id, code));
  return (
    <Panel title="Recent clicks" className="clicks-panel" aside="newest first">
      <Loaded query={query} what="the clicks">
        {({ pages }) => {
          const clicks = pages.flatMap((page) => page.clicks);
          if (clicks.length === 0)
            return (
              <p className="panel-body muted">
                None in the last 90 days. Bots and previews don’t count, and older clicks are kept as numbers only.
              </p>
            );
          return (
            <>
              <DataTable
                caption="Clicks on this link"
                rows={clicks}
                keyOf={({ id }) => id}
                file={fileOf('clicks', null)}
                columns={[
                  {
                    name: 'Time',
                    text: ({ createdAt }) => createdAt,
                    render: ({ createdAt }) => <Time iso={createdAt} />,
                  },
                  { name: 'Device', text: nameOfDevice },
                  { name: 'Model', text: ({ model }) => model },
                  { name: 'System', text: nameOfSystem },
                  { name: 'Browser', text: nameOfBrowser },
                  {
                    name: 'Tapped the store',
                    text: ({ storeTappedAt }) => storeTappedAt,
                    render: (click) => <StoreTap {...click} />,
                  },
                  {
                    name: 'Installed',
                    isWide: true,
                    text: ({ claimedAt }) => claimedAt,
                    render: (click) => <Claim {...click} />,
                  },
                ]}
              />
              <ShowMore query={query} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}
