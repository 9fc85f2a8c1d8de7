import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { linksQuery } from './requests.ts';
import { DownloadLink } from '../apps/DownloadLink.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useAddress } from '../ui/useAddress.ts';
import { LinkRow } from './LinkRow.tsx';

function SearchForm({ search }: { search: string }) {
  const { set } = useAddress();
  const [text, setText] = useState(search);
  const [shown, setShown] = useState(search);
  // The form stays, and with it the focus, when the address gets another search.
  if (shown !== search) {
    setShown(search);
    setText(search);
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    set({ search: text.trim() });
  };
  return (
    <form className="search" role="search" onSubmit={submit}>
      <input
        type="search"
        aria-label="Search links by code, title or destination"
        placeholder="Code, title or destination"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button quiet">
        Search
      </button>
      {search !== '' && (
        <button type="button" className="button quiet" onClick={() => set({ search: null })}>
          All links
        </button>
      )}
    </form>
  );
}

export function LinksPage() {
  const { app } = useCurrentApp();
  const { params } = useAddress();
  const search = params.get('search') ?? '';
  const query = useInfiniteQuery({ ...linksQuery(app.id, search), placeholderData: keepPreviousData });
  // The same moment for all rows; the page is rendered anew whenever something changes.
  const [now] = useState(() => Date.now());

  return (
    <Page
      title="Links"
      of={app.name}
      actions={
        <>
          <DownloadLink file="links.csv">CSV</DownloadLink>
          <PageLink to="/new-link" className="button">
            New link
          </PageLink>
        </>
      }
    >
      <Panel title={search === '' ? 'All links' : `Links with “${search}”`} aside="newest first">
        <SearchForm search={search} />
        <Loaded query={query} what="the links" lines={6}>
          {({ pages }) => {
            const links = pages.flatMap((page) => page.links);
            if (links.length === 0) {
              return search === '' ? (
                <Empty title="No links yet">
                  <p>
                    A link leads to a screen of your app, through the store if need be.{' '}
                    <PageLink to="/new-link">Make the first one</PageLink>.
                  </p>
                </Empty>
              ) : (
                <Empty title="No link has these words">
                  <p>Words are found by their beginning, in code, title and destination. Try fewer letters.</p>
                </Empty>
              );
            }
            return (
              <>
                <ul className="link-rows">
                  {links.map((link) => (
                    <LinkRow key={link.code} link={link} now={now} />
                  ))}
                </ul>
                <ShowMore query={query} />
              </>
            );
          }}
        </Loaded>
      </Panel>
    </Page>
  );
}
