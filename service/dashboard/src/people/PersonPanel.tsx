import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing } from '../api/Problem.ts';
import { useCurrentApp } from '../apps/currentApp.ts';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatCount } from '../ui/numbers.ts';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { ForgetDialog } from './ForgetDialog.tsx';
import { InstallFacts } from './InstallFacts.tsx';
import { Timeline } from './Timeline.tsx';
import { personQuery, useForgetPerson, type Forgotten, type Found, type Person } from './requests.ts';

const OTHER_KIND: Readonly<Record<Person['kind'], Person['kind']>> = { user: 'install', install: 'user' };

function Unknown({ kind, id }: Person) {
  return (
    <Empty title={kind === 'user' ? 'No user has this id' : 'No install has this id'}>
      <p>
        {kind === 'user'
          ? 'No event has this user id. It may be mistyped, or the user was deleted or never did anything in the app.'
          : 'The service knows nothing about it. It may be mistyped, or the install was deleted or never reached the service.'}
      </p>
      <p>
        <PageLink to="/people" values={{ kind: OTHER_KIND[kind], id }}>
          Look for {kind === 'user' ? 'an install' : 'a user'} with this id
        </PageLink>
      </p>
    </Empty>
  );
}

function countOf(count: number, one: string): string {
  return `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`;
}

function describeForgotten({ installs, events, opens, clicks, links }: Forgotten): string {
  const counts = [
    ...(installs === undefined ? [] : [countOf(installs, 'install')]),
    countOf(events, 'event'),
    countOf(opens, 'open'),
    countOf(clicks, 'click'),
    countOf(links, 'shared link'),
  ];
  return `Deleted: ${counts.join(', ')}.`;
}

function describeInstalls({ installs, hasMore }: Found): string {
  const count = countOf(installs.length, 'install');
  if (hasMore) return `More than ${count} have this user id. Here are ${formatCount(installs.length)} of them.`;
  if (installs.length === 0) return 'No install has this user id. Only your server has sent events for it.';
  return installs.length === 1 ? count : `${count}, most recently seen first`;
}

/** What is known of a person, and the button that deletes all of it. */
export function PersonPanel({ person }: { person: Person }) {
  const { kind, id } = person;
  const { app } = useCurrentApp();
  const query = useQuery(personQuery(app.id, person));
  const forget = useForgetPerson(app.id, person);
  const [isAsking, setAsking] = useState(false);
  const isUnknown = isMissing(query.error);

  return (
    <Panel
      title={`${kind === 'user' ? 'User' : 'Install'} ${id}`}
      aside={
        query.data && !isUnknown && !forget.data ? (
          <button
            type="button"
            className="button quiet small danger"
            onClick={() => {
              forget.reset();
              setAsking(true);
            }}
          >
            Delete this {kind}…
          </button>
        ) : undefined
      }
    >
      {forget.data ? (
        <>
          <Notice tone="good">{describeForgotten(forget.data)}</Notice>
          <Empty
            title={
              forget.data.left === undefined
                ? `Nothing is left of this ${kind}`
                : 'The rest is being deleted, and will be gone within seconds'
            }
          >
            <p>
              <PageLink to="/people">Look for somebody else</PageLink>
            </p>
          </Empty>
        </>
      ) : isUnknown ? (
        <Unknown kind={kind} id={id} />
      ) : (
        <Loaded query={query} what={`the ${kind}`} lines={6}>
          {(found) => (
            <>
              {kind === 'user' && <p className="person-count">{describeInstalls(found)}</p>}
              <ul className="person-installs">
                {found.installs.map((install) => (
                  <li key={install.id}>
                    <InstallFacts install={install} />
                    <Timeline install={install.id} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      )}
      {isAsking && (
        <ForgetDialog
          kind={kind}
          isPending={forget.isPending}
          error={forget.error}
          confirmed={forget.variables ?? null}
          onConfirm={(confirmed) => forget.mutate(confirmed, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}
