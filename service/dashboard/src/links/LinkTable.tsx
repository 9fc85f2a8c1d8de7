import { useState } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { definitionOf } from '../report/measures.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { largestCurrency } from '../ui/currencies.ts';
import { DataTable, type Selection, type Sorting } from '../ui/DataTable.tsx';
import { linkPage } from '../ui/linkPage.ts';
import { Money, writeMoney } from '../ui/Money.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { formatDate } from '../ui/times.ts';
import { useTimeZone } from '../ui/timeZone.ts';
import { linkStateOf } from './linkState.ts';
import { LinkStateTag } from './LinkStateTag.tsx';
import { QrDialog } from './QrDialog.tsx';
import type { ListedLink } from './requests.ts';

/** What the team calls a link, or else what everybody sees. */
export const nameOfLink = ({ name, title, code }: Pick<ListedLink, 'name' | 'title' | 'code'>) =>
  name ?? title ?? `/${code}`;

function LinkName({ link, now }: { link: ListedLink; now: number }) {
  const timeZone = useTimeZone();
  return (
    <span className="link-name">
      <PageLink to={linkPage(link.code)}>
        <bdi>{nameOfLink(link)}</bdi>
      </PageLink>
      {linkStateOf(link, now) !== 'live' && <LinkStateTag link={link} now={now} />}
      <span className="link-about">
        {link.campaign !== null && <>{link.campaign} · </>}
        {formatDate(link.createdAt, timeZone)}
      </span>
      <code title={`${link.shortUrl} leads to ${link.destination}`}>
        {link.shortUrl.replace(/^https?:\/\//, '').slice(0, -link.code.length)}
        <wbr />
        {link.code}
      </code>
    </span>
  );
}

interface LinkTableProps {
  links: readonly ListedLink[];
  sorting: Sorting;
  selection: Selection | undefined;
  /** Deletes all that the user who shared this link has shared; left out for links that no user shared. */
  onDeleteUser?: ((createdBy: string) => void) | undefined;
}

export function LinkTable({ links, sorting, selection, onDeleteUser }: LinkTableProps) {
  const { app, may } = useCurrentApp();
  const fileOf = useFileName();
  const [qrOf, setQrOf] = useState<ListedLink | null>(null);
  const main = app.mainCurrency ?? largestCurrency(links.flatMap(({ counts }) => counts?.revenue ?? []));
  // The same moment for all rows.
  const [now] = useState(() => Date.now());
  return (
    <>
      <DataTable
        caption="Links and what each brought"
        file={fileOf('links')}
        rows={links}
        keyOf={({ code }) => code}
        sorting={sorting}
        selection={selection}
        columns={[
          {
            name: 'Link',
            sortsBy: 'name',
            isAscending: true,
            text: nameOfLink,
            render: (link) => <LinkName link={link} now={now} />,
          },
          { name: 'Campaign', text: ({ campaign }) => campaign, isWide: true },
          {
            name: 'Created',
            sortsBy: 'created',
            text: ({ createdAt }) => createdAt,
            render: ({ createdAt }) => <span className="nowrap">{formatDate(createdAt, app.timeZone)}</span>,
          },
          {
            name: 'Visitors',
            isNumber: true,
            sortsBy: 'visitors',
            about: definitionOf('visitors'),
            text: ({ counts }) => counts?.visitors ?? 0,
          },
          {
            name: 'Installs',
            isNumber: true,
            sortsBy: 'installs',
            about: definitionOf('installs'),
            text: ({ counts }) => counts?.installs ?? 0,
          },
          {
            name: 'Buyers',
            isNumber: true,
            sortsBy: 'buyers',
            about: definitionOf('buyers'),
            text: ({ counts }) => counts?.buyers ?? 0,
          },
          {
            name: 'Revenue',
            isNumber: true,
            sortsBy: 'revenue',
            about: definitionOf('revenue'),
            text: ({ counts }) => writeMoney(counts?.revenue ?? [], main),
            render: ({ counts }) => <Money sums={counts?.revenue ?? []} main={main} />,
          },
        ]}
        actions={(link) => (
          <>
            <CopyButton text={link.shortUrl} what={`the short link ${link.code}`} />
            <button type="button" className="button quiet small" onClick={() => setQrOf(link)}>
              QR<span className="visually-hidden"> code of {link.code}</span>
            </button>
            {onDeleteUser ? (
              <button
                type="button"
                className="button quiet small danger"
                onClick={() => onDeleteUser(link.createdBy ?? '')}
              >
                Delete user’s links…<span className="visually-hidden"> ({link.code})</span>
              </button>
            ) : (
              may('links') && (
                <PageLink to={`${linkPage(link.code)}/edit`} className="button quiet small">
                  Edit<span className="visually-hidden"> {link.code}</span>
                </PageLink>
              )
            )}
          </>
        )}
      />
      {qrOf && <QrDialog link={qrOf} onClose={() => setQrOf(null)} />}
    </>
  );
}
