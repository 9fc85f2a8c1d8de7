import { useState } from 'react';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Destination } from './Destination.tsx';
import { LinkStateTag } from './LinkStateTag.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { QrDialog } from './QrDialog.tsx';
import { Time } from '../ui/Time.tsx';
import type { Link } from './requests.ts';

export function LinkRow({ link, now }: { link: Link; now: number }) {
  const { code, shortUrl, title, destination, createdAt } = link;
  const [isQrShown, setQrShown] = useState(false);
  return (
    <li className="link-row">
      <div className="link-row-text">
        <p className="link-row-title">
          <PageLink to={`/links/${code}`}>
            <bdi>{title ?? `/${code}`}</bdi>
          </PageLink>
          <LinkStateTag link={link} now={now} />
        </p>
        <p className="link-row-short">
          <code>{shortUrl}</code>
        </p>
        <p className="muted">
          <Destination to={destination} />
          <span className="link-row-time">
            made <Time iso={createdAt} />
          </span>
        </p>
      </div>
      <div className="actions">
        <CopyButton text={shortUrl} what={`the short link ${code}`} />
        <button type="button" className="button quiet small" onClick={() => setQrShown(true)}>
          QR code<span className="visually-hidden"> of {code}</span>
        </button>
        <PageLink to={`/links/${code}/edit`} className="button quiet small">
          Edit<span className="visually-hidden"> {code}</span>
        </PageLink>
      </div>
      {isQrShown && <QrDialog code={code} shortUrl={shortUrl} onClose={() => setQrShown(false)} />}
    </li>
  );
}
