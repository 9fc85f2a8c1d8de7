import { useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { linkPage } from '../ui/linkPage.ts';
import { Destination } from './Destination.tsx';
import { Failure } from '../ui/Failure.tsx';
import { LinkStateTag } from './LinkStateTag.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { QrCode } from './QrCode.tsx';
import { QrDialog } from './QrDialog.tsx';
import { Time } from '../ui/Time.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { usePlace } from '../ui/useAddress.ts';
import { useChangeLink, useDeleteLink, type Link } from './requests.ts';

type Shown = 'nothing' | 'qr' | 'delete';

export function LinkDetails({ link }: { link: Link }) {
  const { app, may } = useCurrentApp();
  const { code, shortUrl, destination, data, fallbacks, expiresAt, disabled, createdAt } = link;
  const [shown, setShown] = useState<Shown>('nothing');
  const [now] = useState(() => Date.now());
  const change = useChangeLink(app.id, code);
  const remove = useDeleteLink(app.id, code);
  const [, navigate] = useLocation();
  const place = usePlace();
  const close = () => setShown('nothing');
  const texts = Object.entries({
    Title: link.name === null ? null : link.title,
    Campaign: link.campaign,
    Source: link.source,
    Medium: link.medium,
    Tags: link.tags.join(', '),
    Description: link.description,
    'Page in the App Store': link.iosListing,
    'Page in Google Play': link.androidListing,
  });
  const elsewhere = Object.entries({ iOS: fallbacks.ios, Android: fallbacks.android, Desktop: fallbacks.desktop });

  return (
    <div className="details">
      <div className="details-qr">
        <QrCode text={shortUrl} />
      </div>
      <dl className="facts">
        <dt>Short link</dt>
        <dd className="fact-copy">
          <code>{shortUrl}</code> <CopyButton text={shortUrl} what="the short link" />
        </dd>
        <dt>State</dt>
        <dd>
          <LinkStateTag link={link} now={now} />
        </dd>
        <dt>Leads to</dt>
        <dd>
          <Destination to={destination} />
        </dd>
        {texts.map(
          ([name, text]) =>
            text !== null &&
            text !== '' && (
              <div className="fact" key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{text}</bdi>
                </dd>
              </div>
            )
        )}
        {elsewhere.map(
          ([system, to]) =>
            to !== null && (
              <div className="fact" key={system}>
                <dt>Without the app, {system}</dt>
                <dd>
                  <Destination to={to} />
                </dd>
              </div>
            )
        )}
        <dt>Created</dt>
        <dd>
          <Time iso={createdAt} />
        </dd>
        {expiresAt !== null && (
          <>
            <dt>Expires</dt>
            <dd>
              <Time iso={expiresAt} />
            </dd>
          </>
        )}
        {link.afterwards !== null && (
          <>
            <dt>Afterwards</dt>
            <dd>
              <Destination to={link.afterwards} />
            </dd>
          </>
        )}
        {data !== null && (
          <>
            <dt>Data</dt>
            <dd>
              <pre tabIndex={0} role="region" aria-label="Data of the link">
                {JSON.stringify(data, null, 2)}
              </pre>
            </dd>
          </>
        )}
      </dl>
      {change.error ? <Failure error={change.error} /> : null}
      <div className="actions">
        <button type="button" className="button quiet" onClick={() => setShown('qr')}>
          QR code
        </button>
        {may('links') && (
          <>
            <PageLink to={`${linkPage(code)}/edit`} className="button quiet">
              Edit
            </PageLink>
            <button
              type="button"
              className="button quiet"
              disabled={change.isPending}
              onClick={() => change.mutate({ disabled: !disabled })}
            >
              {disabled ? 'Enable' : 'Disable'}
            </button>
          </>
        )}
        {may('all') && (
          <button type="button" className="button quiet danger" onClick={() => setShown('delete')}>
            Delete…
          </button>
        )}
      </div>
      {shown === 'qr' && <QrDialog link={link} onClose={close} />}
      {shown === 'delete' && (
        <ConfirmDialog
          title={`Delete /${code}?`}
          action="Delete the link"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate(place('/links', { deleted: code })) })}
          onClose={close}
        >
          <p>
            Printed QR codes stop working, and people who tapped it but haven’t opened the app yet won’t be matched. You
            can undo this for 30 days. The statistics stay.
          </p>
          <p>To pause the link, disable it instead.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
