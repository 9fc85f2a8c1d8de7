import { Route, Switch } from 'wouter';
import { EditLinkPage } from '../links/EditLinkPage.tsx';
import { ImportLinksPage } from '../links/ImportLinksPage.tsx';
import { LinkPage } from '../links/LinkPage.tsx';
import { LinksPage } from '../links/LinksPage.tsx';
import { MatchingPage } from '../matching/MatchingPage.tsx';
import { MissingPage } from './MissingPage.tsx';
import { NewLinkPage } from '../links/NewLinkPage.tsx';
import { OverviewPage } from '../overview/OverviewPage.tsx';
import { PeoplePage } from '../people/PeoplePage.tsx';
import { SettingsPage } from '../apps/SettingsPage.tsx';
import { codeIn } from '../ui/linkPage.ts';
import { useCurrentApp } from '../apps/currentApp.ts';

/** Each page is made anew for each link, so that nothing of one is shown as another's. */
export function AppPages() {
  const { may } = useCurrentApp();
  return (
    <Switch>
      <Route path="/" component={OverviewPage} />
      <Route path="/links" component={LinksPage} />
      {/* Not below /links: a link's code may be "new". */}
      {may('links') && <Route path="/new-link" component={NewLinkPage} />}
      {may('links') && <Route path="/import-links" component={ImportLinksPage} />}
      <Route path="/links/:code">{({ code }) => <LinkPage key={code} code={codeIn(code)} />}</Route>
      {may('links') && (
        <Route path="/links/:code/edit">{({ code }) => <EditLinkPage key={code} code={codeIn(code)} />}</Route>
      )}
      {may('all') && <Route path="/people" component={PeoplePage} />}
      {may('all') && <Route path="/matching" component={MatchingPage} />}
      {may('all') && <Route path="/settings" component={SettingsPage} />}
      <Route component={MissingPage} />
    </Switch>
  );
}
