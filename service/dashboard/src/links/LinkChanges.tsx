import { useInfiniteQuery } from '@tanstack/react-query';
import { useCurrentApp } from '../apps/currentApp.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Time } from '../ui/Time.tsx';
import { changesQuery, type Change } from './requests.ts';

const show = (value: unknown) =>
  value === null || value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);

function WhatChanged({ before, after }: Change) {
  if (before === null) return 'Created';
  if (after === null) return 'Deleted';
  const names = Object.keys(after);
  if (names.length === 0) return 'Changed';
  return (
    <ul className="changed-fields">
      {names.map((name) => (
        <li key={name}>
          {name}: <del>{show(before[name])}</del> → <ins>{show(after[name])}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Who changed the link in the last year. */
export function LinkChanges({ code }: { code: string }) {
  const { app } = useCurrentApp();
  const query = useInfiniteQuery(changesQuery(app.id, code));
  return (
    <Panel title="Changes" className="clicks-panel" aside="newest first">
      <Loaded query={query} what="the changes">
        {({ pages }) => {
          const changes = pages.flatMap((page) => page.changes);
          if (changes.length === 0) {
            return (
              <Empty title="No changes in the last year">
                <p>Who creates, changes, deletes or restores this link shows up here.</p>
              </Empty>
            );
          }
          return (
            <>
              <DataTable
                caption="Changes of this link"
                rows={changes}
                keyOf={({ id }) => id}
                columns={[
                  { name: 'Time', render: ({ at }) => <Time iso={at} /> },
                  { name: 'Who', render: ({ by }) => (by === null ? 'Admin token' : (by.label ?? by.hint)) },
                  { name: 'What', isWide: true, render: (change) => <WhatChanged {...change} /> },
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
