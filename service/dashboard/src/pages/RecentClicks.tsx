import { useInfiniteQuery } from '@tanstack/react-query';
import { clicksQuery } from '../api/links.ts';
import type { Click } from '../api/schemas.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ShowMore } from '../parts/ShowMore.tsx';
import { Tag } from '../parts/Tag.tsx';
import { Time } from '../parts/Time.tsx';
import { useCurrentApp } from '../state/currentApp.ts';
import { nameOfDevice, nameOfSystem } from '../text/devices.ts';
import { MATCHED_BY_TEXTS } from '../text/outcomes.ts';
import { formatDuration } from '../text/times.ts';

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
                <p>
                  Open the short link on a phone. Bots and previews leave no click, and clicks are kept for 90 days.
                </p>
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
