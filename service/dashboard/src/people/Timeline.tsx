import { useQuery } from '@tanstack/react-query';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { MATCHED_BY_TEXTS, OUTCOME_TEXTS } from '../health/outcomes.ts';
import { LinkRef } from '../links/LinkRef.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { formatMoney } from '../ui/numbers.ts';
import { Time } from '../ui/Time.tsx';
import { nameOfOneEvent } from './nameOfOneEvent.ts';
import { timelineQuery, type Moment } from './requests.ts';

/** What happened, in words. */
function describe({ what, name }: Moment): string {
  const text = name ?? '';
  switch (what) {
    case 'click':
      return 'Clicked the link';
    case 'install':
      return `Installed, matched by ${(MATCHED_BY_TEXTS as Readonly<Record<string, string>>)[text] ?? text}`;
    case 'attempt':
      return `Asked for a link: ${(OUTCOME_TEXTS as Readonly<Record<string, { name: string }>>)[text]?.name ?? text}`;
    case 'open':
      return 'Opened the app with a link';
    case 'event':
      return nameOfOneEvent(text);
  }
}

const moneyOf = ({ amount, currency }: Moment) => (amount === null ? null : formatMoney(amount, currency));

function LinkOf({ link }: Moment) {
  return link === null ? '–' : <LinkRef code={link} />;
}

/** What an install did, the newest first, with the link that each event belongs to. */
export function Timeline({ install }: { install: string }) {
  const { app } = useCurrentApp();
  const fileOf = useFileName();
  const query = useQuery(timelineQuery(app.id, install));
  const today = new Date().toISOString().slice(0, 10);
  return (
    <Loaded query={query} what="the timeline">
      {({ moments, hasMore }) => {
        if (moments.length === 0) {
          return (
            <Empty title="No data left">
              <p>Events, opens and clicks are deleted after a while.</p>
            </Empty>
          );
        }
        const first = moments.at(-1)?.at.slice(0, 10) ?? today;
        return (
          <>
            <DataTable
              caption="What the install did, newest first"
              file={fileOf('timeline', { from: first, to: moments[0]?.at.slice(0, 10) ?? today })}
              rows={moments.map((moment, position) => ({ ...moment, position }))}
              keyOf={({ position }) => String(position)}
              columns={[
                { name: 'Time', text: ({ at }) => at, render: ({ at }) => <Time iso={at} /> },
                { name: 'What', text: describe, isWide: true },
                { name: 'Link', isWide: true, text: ({ link }) => link, render: (moment) => <LinkOf {...moment} /> },
                {
                  name: 'Amount',
                  isNumber: true,
                  isWide: true,
                  text: ({ amount, currency }) => (amount === null ? null : `${amount} ${currency ?? ''}`.trim()),
                  render: moneyOf,
                },
              ]}
            />
            {hasMore && <p className="panel-note">Only the newest are shown. The CSV of all events has the rest.</p>}
          </>
        );
      }}
    </Loaded>
  );
}
