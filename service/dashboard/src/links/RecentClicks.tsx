import { useInfiniteQuery } from '@tanstack/react-query';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Tag } from '../ui/Tag.tsx';
import { Time } from '../ui/Time.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { nameOfBrowser, nameOfDevice, nameOfSystem } from './devices.ts';
import { MATCHED_BY_TEXTS } from '../matching/outcomes.ts';
import { formatDuration } from '../ui/times.ts';
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
  if (storeTappedAt === null) return <span className="muted">not pressed</span>;
  return <>{`after ${formatDuration(Date.parse(storeTappedAt) - Date.parse(createdAt))}`}</>;
}

export function RecentClicks({ code }: { code: string }) {
  const { app } = useCurrentApp();
  const query = useInfiniteQuery(clicksQuery(app.id, code));
  return (
    <Panel title="Recent clicks" className="clicks-panel" aside="newest first">
      <Loaded query={query} what="the clicks">
        {({ pages }) => {
          const clicks = pages.flatMap((page) => page.clicks);
          if (clicks.length === 0) {
            return (
              <Empty title="Nobody has clicked yet">
                <p>Open the short link on a phone. Bots and previews don’t count, and clicks are kept for 90 days.</p>
              </Empty>
            );
          }
          return (
            <>
              <DataTable
                caption="Clicks on this link"
                rows={clicks}
                keyOf={({ id }) => id}
                columns={[
                  { name: 'Time', render: ({ createdAt }) => <Time iso={createdAt} /> },
                  { name: 'Device', render: nameOfDevice },
                  { name: 'Model', render: ({ model }) => model ?? '–' },
                  { name: 'System', render: nameOfSystem },
                  { name: 'Browser', render: nameOfBrowser },
                  { name: 'Store', render: (click) => <StoreTap {...click} /> },
                  { name: 'Installed', isWide: true, render: (click) => <Claim {...click} /> },
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
