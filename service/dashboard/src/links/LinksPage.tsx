import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { ReportBar } from '../report/ReportBar.tsx';
import { AUDIENCES, useView } from '../report/view.ts';
import { BarActions } from '../shared/BarActions.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SearchForm } from '../ui/SearchForm.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { ChangedNotice } from './ChangedNotice.tsx';
import { countOfLinks } from './countOfLinks.ts';
import { DeletedNotice } from './DeletedNotice.tsx';
import { DeleteSharedDialog } from './DeleteSharedDialog.tsx';
import { LinkFilter } from './LinkFilter.tsx';
import { LinkTable } from './LinkTable.tsx';
import { PathLinks } from './PathLinks.tsx';
import {
  LINK_FILTERS,
  LINK_SORTS,
  linksQuery,
  listAllLinks,
  MAX_SELECTED,
  type LinkChanges,
  type LinkSelection,
  type ListedLink,
} from './requests.ts';
import { SelectedLinks } from './SelectedLinks.tsx';
import './links.css';

/** What the list of links can't be filtered by. */
const NOT_OF_LINKS = [...AUDIENCES, 'link'] as const;

/** What narrows the list, besides the filters of all reports. */
function narrowedBy({ search, disabled, createdFrom, createdTo }: LinkSelection): string[] {
  return [
    ...(search === '' ? [] : ['the search']),
    ...(disabled === null ? [] : ['the filter by state']),
    ...(createdFrom === '' && createdTo === '' ? [] : ['the filter by day']),
  ];
}

function LinkSearch({ search }: { search: string }) {
  const { set } = useAddress();
  return (
    <SearchForm
      label="Search links by code, name, title, campaign or destination"
      placeholder="Code, name, title, campaign or destination"
      value={search}
      onSearch={(text) => set({ search: text || null })}
      action="Search"
    >
      {search !== '' && (
        <button type="button" className="button quiet" onClick={() => set({ search: null })}>
          All links
        </button>
      )}
    </SearchForm>
  );
}

const KINDS = [
  { value: 'campaign', name: 'Your links' },
  { value: 'shared', name: 'Shared by users' },
  { value: 'path', name: 'Path links' },
] as const;

function readSelection(params: URLSearchParams): LinkSelection {
  return {
    kind: params.get('kind') === 'shared' ? 'shared' : 'campaign',
    sort: LINK_SORTS.find((known) => known === params.get('sort')) ?? 'created',
    search: params.get('search') ?? '',
    disabled: (['true', 'false'] as const).find((known) => known === params.get('disabled')) ?? null,
    createdFrom: params.get('createdFrom') ?? '',
    createdTo: params.get('createdTo') ?? '',
  };
}

function NoLinks({ kind, search, isFiltered }: LinkSelection & { isFiltered: boolean }) {
  const { may } = useCurrentApp();
  if (search !== '' || isFiltered) {
    return (
      <Empty title="No links found">
        <p>
          {search === ''
            ? 'No link matches these filters. Remove one.'
            : 'Search looks for words that begin with what you type. Try fewer letters.'}
        </p>
      </Empty>
    );
  }
  if (kind === 'shared') {
    return (
      <Empty title="Nobody has shared a link yet">
        <p>
          Links that people create in your app with <code>createLink</code> show up here.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No links yet">
      <p>
        A link opens a screen of your app, by way of the store if the app isn’t installed.{' '}
        {may('links') && <PageLink to="/new-link">Create your first link</PageLink>}
      </p>
    </Empty>
  );
}

/** Counts change between two pages: a link that moved down may be on both. */
function uniqueLinks(links: readonly ListedLink[]): ListedLink[] {
  return [...new Map(links.map((link) => [link.code, link])).values()];
}

/** What was done to many links, and can be undone. */
type Done =
  | { kind: 'nothing' }
  | { kind: 'changed'; undo: LinkChanges }
  | { kind: 'deleted'; codes: readonly string[] };

const NOTHING = { kind: 'nothing' } as const;

type Deleting = { kind: 'nothing' } | { kind: 'chosen' } | { kind: 'of-user'; createdBy: string };

function ListedLinks({ selection }: { selection: LinkSelection }) {
  const { app, may } = useCurrentApp();
  const { view } = useView(app.timeZone);
  const { set } = useAddress();
  const [deleting, setDeleting] = useState<Deleting>(NOTHING);
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedLink>>(new Map());
  const [done, setDone] = useState<Done>({ kind: 'nothing' });
  const selectAll = useMutation({
    mutationFn: () => listAllLinks(app.id, selection, view),
    onSuccess: (links) => setSelected(new Map(links.map((link) => [link.code, link]))),
  });
  const { kind, search, sort } = selection;
  const query = useInfiniteQuery({ ...linksQuery(app.id, selection, view), placeholderData: keepPreviousData });
  const isFiltered =
    LINK_FILTERS.some((name) => view.filters[name] !== undefined) ||
    narrowedBy({ ...selection, search: '' }).length > 0;
  const total = query.data?.pages[0]?.total;
  const selectable = Math.min(total ?? 0, MAX_SELECTED);
  return (
    <>
      {done.kind === 'changed' && (
        <ChangedNotice key={JSON.stringify(done.undo)} undo={done.undo} onDone={() => setDone(NOTHING)} />
      )}
      {done.kind === 'deleted' && (
        <DeletedNotice key={done.codes.join()} codes={done.codes} onRestored={() => setDone(NOTHING)} />
      )}
      <Panel
        title={search === '' ? (kind === 'shared' ? 'Shared by users' : 'Your links') : `Links with “${search}”`}
        aside={
          <div className="actions">
            {total !== undefined && <span>{countOfLinks(total)}</span>}
            {kind !== 'shared' && <LinkFilter />}
          </div>
        }
      >
        <LinkSearch search={search} />
        {selected.size > 0 && (
          <SelectedLinks
            links={[...selected.values()]}
            rest={
              selected.size < selectable
                ? { total: selectable, onSelectAll: () => selectAll.mutate(), isPending: selectAll.isPending }
                : undefined
            }
            onDone={() => setSelected(new Map())}
            onChanged={(undo) => {
              setSelected(new Map());
              setDone({ kind: 'changed', undo });
            }}
            onDeleted={(codes) => setDone({ kind: 'deleted', codes })}
          />
        )}
        {selectAll.error ? <Failure error={selectAll.error} /> : null}
        <Loaded query={query} what="the links" lines={6}>
          {({ pages }) => {
            const links = uniqueLinks(pages.flatMap((page) => page.links));
            if (links.length === 0) return <NoLinks {...selection} isFiltered={isFiltered} />;
            return (
              <>
                <div className="link-list">
                  <LinkTable
                    links={links}
                    sorting={{ by: sort, onSort: (by) => set({ sort: by === 'created' ? null : by }) }}
                    selection={
                      kind === 'shared'
                        ? undefined
                        : {
                            keys: new Set(selected.keys()),
                            onChange: (keys) => {
                              const known = new Map([...links.map((link) => [link.code, link] as const), ...selected]);
                              setSelected(new Map([...known].filter(([code]) => keys.has(code))));
                            },
                          }
                    }
                    onDeleteUser={
                      kind === 'shared' && may('all')
                        ? (createdBy) => setDeleting({ kind: 'of-user', createdBy })
                        : undefined
                    }
                  />
                </div>
                <ShowMore query={query} />
                {kind === 'shared' && may('all') && (
                  <div className="panel-note">
                    <button
                      type="button"
                      className="button quiet small danger"
                      onClick={() => setDeleting({ kind: 'chosen' })}
                    >
                      Delete shared links…
                    </button>
                  </div>
                )}
              </>
            );
          }}
        </Loaded>
      </Panel>
      {deleting.kind !== 'nothing' && (
        <DeleteSharedDialog
          createdBy={deleting.kind === 'of-user' ? deleting.createdBy : null}
          onClose={() => setDeleting(NOTHING)}
        />
      )}
    </>
  );
}

export function LinksPage() {
  const { app, may } = useCurrentApp();
  const { params, set } = useAddress();
  const selection = readSelection(params);
  const deleted = params.get('deleted');
  const shown = params.get('kind') === 'path' ? 'path' : selection.kind;
  return (
    <Page
      title="Links"
      of={app.name}
      actions={
        may('links') && (
          <>
            <PageLink to="/import-links" className="button quiet">
              Import
            </PageLink>
            <PageLink to="/new-links" className="button quiet">
              Create many
            </PageLink>
            <PageLink to="/new-link" className="button">
              New link
            </PageLink>
          </>
        )
      }
    >
      <ReportBar timezone={app.timeZone} hasComparison={false} ignored={NOT_OF_LINKS}>
        <BarActions ignored={NOT_OF_LINKS} also={narrowedBy(selection)} />
      </ReportBar>
      {deleted !== null && may('all') && (
        <DeletedNotice key={deleted} codes={[deleted]} onRestored={() => set({ deleted: null })} />
      )}
      <div className="link-kinds">
        <SegmentedControl
          legend="Which links"
          options={KINDS}
          value={shown}
          onChange={(value) => set({ kind: value === 'campaign' ? null : value, search: null })}
        />
      </div>
      {shown === 'path' ? <PathLinks /> : <ListedLinks key={selection.kind} selection={selection} />}
    </Page>
  );
}
