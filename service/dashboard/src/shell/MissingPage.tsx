import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';

export function MissingPage() {
  return (
    <Page title="There is no such page">
      <p>
        The address may be mistyped. Go on from the <PageLink to="/">overview</PageLink>.
      </p>
    </Page>
  );
}
