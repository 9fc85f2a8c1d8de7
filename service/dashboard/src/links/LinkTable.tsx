import { useState } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Time } from '../ui/Time.tsx';
import { formatCount } from '../ui/numbers.ts';
import { linkPage } from '../ui/linkPage.ts';
import { LinkStateTag } from './LinkStateTag.tsx';
import { QrDialog } from './QrDialog.tsx';
import type { ListedLink } from './requests.ts';

function LinkName({ link, now }: { link: ListedLink; now: number }) {
  const { code, title, shortUrl, destination, createdAt } = link;
  return (
    <span className="link-name">
      <span className="link-name-title">
        <PageLink to={linkPage(code)}>
          <bdi>{title ?? `/${code}`}</bdi>
        </PageLink>
        <LinkStateTag link={link} now={now} />
      </span>
      <code>{shortUrl}</code>
      <span className="muted link-name-more">
        to {destination}, created <Time iso={createdAt} />
      </span>
    </span>
  );
}

interface LinkTableProps {
  links: readonly ListedLink[];
  /** Deletes everything that the user shared who shared this link; left out where nobody shared anything. */
  onDeleteUser?: ((createdBy: string) => void) | undefined;
}

export function LinkTable({ links, onDeleteUser }: LinkTableProps) {
  const { may } = useCurrentApp();
  const [qrOf, setQrOf] = useState<ListedLink | null>(null);
  // The same moment for all rows.
  const [now] = useState(() => Date.now());
  return (
    <>
      <DataTable
        caption="Links and what each brought"
        rows={links}
        keyOf={({ code }) => code}
        columns={[
          { name: 'Link', render: (link) => <LinkName link={link} now={now} /> },
          { name: 'Clicks', isNumber: true, render: ({ counts }) => formatCount(counts?.clicks ?? 0) },
          { name: 'Installs', isNumber: true, render: ({ counts }) => formatCount(counts?.installs ?? 0) },
          { name: 'Purchases', isNumber: true, render: ({ counts }) => formatCount(counts?.purchases ?? 0) },
          {
            name: 'Actions',
            isWide: true,
            render: (link) => (
              <span className="actions row-actions">
                <CopyButton text={link.shortUrl} what={`the short link ${link.code}`} />
                <button type="button" className="button quiet small" onClick={() => setQrOf(link)}>
                  QR code<span className="visually-hidden"> of {link.code}</span>
                </button>
                {onDeleteUser ? (
                  <button
                    type="button"
                    className="button quiet small danger"
                    onClick={() => onDeleteUser(link.createdBy ?? '')}
                  >
                    Delete user’s links<span className="visually-hidden"> ({link.code})</span>
                  </button>
                ) : (
                  may('links') && (
                    <PageLink to={`${linkPage(link.code)}/edit`} className="button quiet small">
                      Edit<span className="visually-hidden"> {link.code}</span>
                    </PageLink>
                  )
                )}
              </span>
            ),
          },
        ]}
      />
      {qrOf && <QrDialog code={qrOf.code} shortUrl={qrOf.shortUrl} onClose={() => setQrOf(null)} />}
    </>
  );
}
