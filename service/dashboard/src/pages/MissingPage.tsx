import { Page } from '../parts/Page.tsx';
import { PageLink } from '../parts/PageLink.tsx';

export function MissingPage() {
  return (
    <Page title="There is no such page">
      <p>
        The address may be mistyped. Go on from the <PageLink to="/">overview</PageLink>.
      </p>
    </Page>
  );
}
