import { isPath } from '../ui/isPath.ts';
import { linkPage } from '../ui/linkPage.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SearchForm } from '../ui/SearchForm.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Tag } from '../ui/Tag.tsx';
import { Time } from '../ui/Time.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { useAddress } from '../ui/useAddress.ts';
import { useDays } from '../ui/useDays.ts';
import { nameOfPlatform } from './nameOfPlatform.ts';
import { formatConfidence } from '../ui/numbers.ts';
import { MATCHED_BY_TEXTS, OUTCOME_TEXTS } from './outcomes.ts';
import { formatDuration } from '../../../src/values/durations.ts';
import { OutcomeCounts } from './OutcomeCounts.tsx';
import { attemptsQuery, OUTCOMES, type Attempt, type Outcome } from './requests.ts';

/** Often enough to watch a phone that is being tried. */
const POLL_MS = 3_000;

function AttemptFilters({ outcome, install }: { outcome: Outcome | undefined; install: string }) {
  const { set } = useAddress();
  return (
    <SearchForm
      label="Install id"
      placeholder="Install id"
      value={install}
      onSearch={(text) => set({ install: text || null })}
      action="Find"
      before={
        <select
          aria-label="Outcome"
          value={outcome ?? ''}
          onChange={(event) => set({ outcome: event.target.value || null })}
        >
          <option value="">All outcomes</option>
          {OUTCOMES.map((known) => (
            <option key={known} value={known}>
              {OUTCOME_TEXTS[known].name}
            </option>
          ))}
        </select>
      }
    />
  );
}

function InstallLink({ id }: { id: string | null }) {
  if (id === null) return '–';
  return (
    <PageLink to="/people" values={{ kind: 'install', id }}>
      <code className="install">{id}</code>
    </PageLink>
  );
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const fileOf = useFileName();
  return (
    <DataTable
      caption="Match attempts, newest first"
      file={fileOf('match-attempts')}
      rows={attempts}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Time',
          text: ({ attemptedAt }) => attemptedAt,
          render: ({ attemptedAt }) => <Time iso={attemptedAt} />,
        },
        {
          name: 'Outcome',
          isWide: true,
          text: ({ outcome }) => OUTCOME_TEXTS[outcome].name,
          render: ({ outcome, matchedBy }) => (
            <>
              <Tag tone={OUTCOME_TEXTS[outcome].tone}>{OUTCOME_TEXTS[outcome].name}</Tag>
              {matchedBy !== null && ` by ${MATCHED_BY_TEXTS[matchedBy]}`}
            </>
          ),
        },
        {
          name: 'Link',
          text: ({ link }) => link,
          render: ({ link }) =>
            link === null ? '–' : isPath(link) ? <bdi>{link}</bdi> : <PageLink to={linkPage(link)}>/{link}</PageLink>,
        },
        {
          name: 'Confidence',
          isNumber: true,
          text: ({ confidence, matchedBy }) =>
            confidence !== null ? formatConfidence(confidence) : matchedBy === null ? '–' : 'certain',
        },
        {
          name: 'After the click',
          isNumber: true,
          text: ({ delayMs }) => (delayMs === null ? '–' : formatDuration(delayMs)),
        },
        { name: 'Platform', text: ({ platform }) => nameOfPlatform(platform) },
        {
          name: 'Install',
          text: ({ installId }) => installId,
          render: ({ installId }) => <InstallLink id={installId} />,
        },
      ]}
    />
  );
}

/** Why did nothing match? Every install that asked for its link, and what it got. */
export function AttemptsPanel() {
  const { app } = useCurrentApp();
  const { days } = useDays(app.timeZone);
  const { params } = useAddress();
  const [isPaused, setPaused] = useState(false);
  const outcome = OUTCOMES.find((known) => known === params.get('outcome'));
  const install = params.get('install') ?? '';
  const query = useInfiniteQuery({
    ...attemptsQuery(app.id, days, { outcome, install: install || undefined }),
    // New attempts don't disturb somebody who reads older ones. A page in the background doesn't ask.
    refetchInterval: ({ state }) => (isPaused || (state.data?.pages.length ?? 0) > 1 ? false : POLL_MS),
  });
  const isReadingOn = (query.data?.pages.length ?? 0) > 1;

  return (
    <Loaded query={query} what="the attempts" lines={6}>
      {({ pages }) => {
        const attempts = pages.flatMap((page) => page.attempts);
        return (
          <div className="matching">
            <OutcomeCounts counts={pages[0]?.counts ?? []} matches={pages[0]?.matches ?? []} />
            <Panel
              title="Attempts"
              aside={
                <>
                  <span className="live" data-on={!isPaused && !isReadingOn}>
                    {isPaused ? 'Paused' : isReadingOn ? 'Paused while you read' : 'Live'}
                  </span>{' '}
                  <button type="button" className="button quiet small" onClick={() => setPaused(!isPaused)}>
                    {isPaused ? 'Resume' : 'Pause'}
                  </button>
                </>
              }
            >
              <AttemptFilters outcome={outcome} install={install} />
              {attempts.length === 0 ? (
                <Empty title="No attempts in this period">
                  {outcome === undefined && install === '' ? (
                    <p>
                      The app asks once for each install, when LinkProvider mounts. Start it on a phone that never had
                      it, and watch this list. <PageLink to="/settings">What goes into the app</PageLink>
                    </p>
                  ) : (
                    <p>Choose a longer period, all outcomes, or another install.</p>
                  )}
                </Empty>
              ) : (
                <>
                  <Attempts attempts={attempts} />
                  <ShowMore query={query} />
                </>
              )}
            </Panel>
          </div>
        );
      }}
    </Loaded>
  );
}
