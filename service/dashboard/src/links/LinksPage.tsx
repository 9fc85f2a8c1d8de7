import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { LINK_SORTS, linksQuery, type LinkSelection, type ListedLink } from './requests.ts';
import { DownloadLink } from '../apps/DownloadLink.tsx';
import { DaysChoice } from '../ui/DaysChoice.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SearchForm } from '../ui/SearchForm.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useAddress } from '../ui/useAddress.ts';
import { useDays } from '../ui/useDays.ts';
import { DeletedNotice } from './DeletedNotice.tsx';
import { DeleteSharedDialog } from './DeleteSharedDialog.tsx';
import { LinkTable } from './LinkTable.tsx';
import { PathLinks } from './PathLinks.tsx';

function LinkSearch({ search }: { search: string }) {
  const { set } = useAddress();
  return (
    <SearchForm
      label="Search links by code, title or destination"
      placeholder="Code, title or destination"
      value={search}
      onSearch={(text) => set({ search: text })}
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
  { value: 'campaign', name: 'Campaign links' },
  { value: 'shared', name: 'Shared by users' },
  { value: 'path', name: 'Path links' },
] as const;

const SORT_NAMES: Readonly<Record<LinkSelection['sort'], string>> = {
  created: 'newest',
  clicks: 'clicks',
  installs: 'installs',
  purchases: 'purchases',
};

function readSelection(params: URLSearchParams): LinkSelection {
  return {
    kind: params.get('kind') === 'shared' ? 'shared' : 'campaign',
    sort: LINK_SORTS.find((known) => known === params.get('sort')) ?? 'created',
    search: params.get('search') ?? '',
  };
}

function SortSelect({ sort }: Pick<LinkSelection, 'sort'>) {
  const { set } = useAddress();
  const id = useId();
  return (
    <div className="inline-label">
      <label htmlFor={id}>sorted by</label>
      <select id={id} value={sort} onChange={(event) => set({ sort: event.target.value })}>
        {LINK_SORTS.map((known) => (
          <option key={known} value={known}>
            {SORT_NAMES[known]}
          </option>
        ))}
      </select>
    </div>
  );
}

function NoLinks({ kind, search }: LinkSelection) {
  const { may } = useCurrentApp();
  if (search !== '') {
    return (
      <Empty title="No links found">
        <p>Search looks for words that begin with what you type, in code, title and destination. Try fewer letters.</p>
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

type Deleting = { kind: 'nothing' } | { kind: 'chosen' } | { kind: 'of-user'; createdBy: string };

function ListedLinks({ selection }: { selection: LinkSelection }) {
  const { app, may } = useCurrentApp();
  const { days } = useDays(app.timeZone);
  const [deleting, setDeleting] = useState<Deleting>({ kind: 'nothing' });
  const { kind, search, sort } = selection;
  const query = useInfiniteQuery({ ...linksQuery(app.id, selection, days), placeholderData: keepPreviousData });
  return (
    <>
      <Panel
        title={search === '' ? (kind === 'shared' ? 'Shared by users' : 'Campaign links') : `Links with “${search}”`}
        aside={<SortSelect sort={sort} />}
      >
        <LinkSearch search={search} />
        <Loaded query={query} what="the links" lines={6}>
          {({ pages }) => {
            const links = uniqueLinks(pages.flatMap((page) => page.links));
            if (links.length === 0) return <NoLinks {...selection} />;
            return (
              <>
                <LinkTable
                  links={links}
                  onDeleteUser={
                    kind === 'shared' && may('all')
                      ? (createdBy) => setDeleting({ kind: 'of-user', createdBy })
                      : undefined
                  }
                />
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
          onClose={() => setDeleting({ kind: 'nothing' })}
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
        <>
          <DaysChoice />
          {may('all') && <DownloadLink file="links.csv">CSV</DownloadLink>}
          {may('links') && (
            <>
              <PageLink to="/import-links" className="button quiet">
                Import
              </PageLink>
              <PageLink to="/new-link" className="button">
                New link
              </PageLink>
            </>
          )}
        </>
      }
    >
      {deleted !== null && may('all') && <DeletedNotice key={deleted} code={deleted} />}
      <SegmentedControl
        legend="Which links"
        options={KINDS}
        value={shown}
        onChange={(value) => set({ kind: value === 'campaign' ? null : value, search: null })}
      />
      {shown === 'path' ? <PathLinks /> : <ListedLinks selection={selection} />}
    </Page>
  );
}
