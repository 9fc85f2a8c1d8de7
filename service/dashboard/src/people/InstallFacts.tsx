import type { ReactNode } from 'react';
import { Destination } from '../links/Destination.tsx';
import { MATCHED_BY_TEXTS } from '../health/outcomes.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { LinkRef } from '../links/LinkRef.tsx';
import { formatConfidence } from '../ui/numbers.ts';
import { PageLink } from '../ui/PageLink.tsx';
import { Time } from '../ui/Time.tsx';
import type { Install } from './requests.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function LinkFacts({ link }: { link: NonNullable<Install['link']> }) {
  const { code, destination, data, createdBy } = link;
  return (
    <>
      <Fact name="Link">
        <LinkRef code={code} />
        {destination === null && ' (deleted)'}
      </Fact>
      {destination !== null && (
        <Fact name="Leads to">
          <Destination to={destination} />
        </Fact>
      )}
      {createdBy !== null && (
        <Fact name="Shared by">
          <PageLink to="/people" values={{ kind: 'install', id: createdBy }}>
            {createdBy}
          </PageLink>
        </Fact>
      )}
      {data !== null && (
        <Fact name="Data">
          <pre tabIndex={0} role="region" aria-label={`Data of the link ${code}`}>
            {JSON.stringify(data, null, 2)}
          </pre>
        </Fact>
      )}
    </>
  );
}

/** What is known of an install: the link that led to it, and how that is known. */
export function InstallFacts({ install }: { install: Install }) {
  const { id, link, match, clickedAt, campaign, source, medium } = install;
  const campaigns = [campaign, source, medium].filter((value) => value !== null).join(', ');
  return (
    <dl className="facts install-facts">
      <Fact name="Install">
        <span className="fact-copy">
          <code>{id}</code> <CopyButton text={id} what="the install id" />
        </span>
      </Fact>
      {link === null ? (
        <Fact name="Link">
          <span className="muted">no link was found for this install</span>
        </Fact>
      ) : (
        <LinkFacts link={link} />
      )}
      {match !== null && (
        <>
          <Fact name="Clicked">
            {clickedAt === null ? <span className="muted">the link was copied by hand</span> : <Time iso={clickedAt} />}
          </Fact>
          <Fact name="Matched">
            by {MATCHED_BY_TEXTS[match.by]} (
            {match.by === 'fingerprint' ? formatConfidence(match.confidence) : 'certain'}),{' '}
            <Time iso={match.matchedAt} />
          </Fact>
        </>
      )}
      {campaigns !== '' && <Fact name="Campaign">{campaigns}</Fact>}
    </dl>
  );
}
