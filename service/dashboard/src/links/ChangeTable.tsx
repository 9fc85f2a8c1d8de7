import { useInfiniteQuery } from '@tanstack/react-query';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Time } from '../ui/Time.tsx';
import { LinkRef } from './LinkRef.tsx';
import { changesQuery, useUndoChange, type Change } from './requests.ts';

const show = (value: unknown) =>
  value === null || value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);

const KINDS: Readonly<Record<Change['what'], string>> = {
  link: 'Link',
  app: 'App',
  key: 'Key',
  webhook: 'Webhook',
  share: 'Shared view',
  person: 'Person',
};

function describe({ before, after }: Change): string[] {
  if (before === null) return ['Created'];
  if (after === null) return ['Deleted'];
  const lines = Object.keys(after).map((name) => `${name}: ${show(before[name])} → ${show(after[name])}`);
  return lines.length === 0 ? ['Changed'] : lines;
}

function WhatChanged({ change }: { change: Change }) {
  const { before, after } = change;
  if (before === null || after === null || Object.keys(after).length === 0) return describe(change).join();
  return (
    <ul className="changed-fields">
      {Object.keys(after).map((name) => (
        <li key={name}>
          {name}: <del>{show(before[name])}</del> → <ins>{show(after[name])}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Names of what was changed, by id. A change that lacks the name finds it in another one. */
function namesIn(changes: readonly Change[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { subject, before, after } of changes) {
    const { label, url, hint } = { ...before, ...after };
    const name = [label, url, hint].find((each) => typeof each === 'string');
    if (subject !== null && typeof name === 'string' && !names.has(subject)) names.set(subject, name);
  }
  return names;
}

interface SubjectProps {
  change: Change;
  names: ReadonlyMap<string, string>;
}

function Subject({ change: { what, subject }, names }: SubjectProps) {
  const { app } = useCurrentApp();
  if (subject === null) return KINDS[what];
  if (what === 'link') return <LinkRef code={subject} />;
  return (
    <>
      {KINDS[what]} <bdi>{what === 'app' ? app.name : (names.get(subject) ?? subject)}</bdi>
    </>
  );
}

const whoOf = ({ by }: Change) => (by === null ? 'Admin token' : (by.label ?? by.hint));

/** Only changes of links can be undone: a key that was revoked may have been stolen. */
const canBeUndone = ({ what, before }: Change) => what === 'link' && before !== null && Object.keys(before).length > 0;

/** Who changed what in the last year, of the app or of one link; changes of links can be undone. */
export function ChangeTable({ code }: { code?: string }) {
  const { app } = useCurrentApp();
  const fileOf = useFileName();
  const query = useInfiniteQuery(changesQuery(app.id, code));
  const undo = useUndoChange(app.id);
  return (
    <>
      {undo.error ? <Failure error={undo.error} /> : null}
      <Loaded query={query} what="the changes">
        {({ pages }) => {
          const changes = pages.flatMap((page) => page.changes);
          if (changes.length === 0) {
            return (
              <Empty title="No changes in the last year">
                <p>Whatever is created, changed, deleted or restored shows up here.</p>
              </Empty>
            );
          }
          const names = namesIn(changes);
          return (
            <>
              <DataTable
                caption={code === undefined ? 'Changes to the app' : 'Changes to this link'}
                file={fileOf('changes', null)}
                rows={changes}
                keyOf={({ id }) => id}
                columns={[
                  { name: 'Time', text: ({ at }) => at, render: ({ at }) => <Time iso={at} /> },
                  {
                    name: 'Who',
                    text: whoOf,
                    render: (change) => (
                      <span className={change.by?.label ? undefined : 'nowrap'}>{whoOf(change)}</span>
                    ),
                  },
                  ...(code === undefined
                    ? [
                        {
                          name: 'What',
                          text: ({ what, subject }: Change) => `${KINDS[what]} ${subject ?? ''}`.trim(),
                          render: (change: Change) => <Subject change={change} names={names} />,
                        },
                      ]
                    : []),
                  {
                    name: 'Change',
                    isWide: true,
                    text: (change) => describe(change).join('; '),
                    render: (change) => <WhatChanged change={change} />,
                  },
                ]}
                actions={(change) =>
                  canBeUndone(change) && (
                    <button
                      type="button"
                      className="button quiet small"
                      disabled={undo.isPending}
                      onClick={() => undo.mutate(change)}
                    >
                      Undo<span className="visually-hidden"> the change to {change.subject}</span>
                    </button>
                  )
                }
              />
              <ShowMore query={query} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
