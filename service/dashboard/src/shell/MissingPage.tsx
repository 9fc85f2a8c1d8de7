import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';

export function MissingPage() {
  return (
    <Page title="Page not found">
      <p>
        The address may be mistyped, or your key may not open this page. Continue from the{' '}
        <PageLink to="/">overview</PageLink>.
      </p>
    </Page>
  );
}
