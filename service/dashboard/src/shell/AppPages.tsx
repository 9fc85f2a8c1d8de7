import { Route, Switch } from 'wouter';
import { EditLinkPage } from '../pages/EditLinkPage.tsx';
import { LinkPage } from '../pages/LinkPage.tsx';
import { LinksPage } from '../pages/LinksPage.tsx';
import { MatchingPage } from '../pages/MatchingPage.tsx';
import { MissingPage } from '../pages/MissingPage.tsx';
import { NewLinkPage } from '../pages/NewLinkPage.tsx';
import { OverviewPage } from '../pages/OverviewPage.tsx';
import { SettingsPage } from '../pages/SettingsPage.tsx';

/** Each page is made anew for each link, so that nothing of one is shown as another's. */
export function AppPages() {
  return (
    <Switch>
      <Route path="/" component={OverviewPage} />
      <Route path="/links" component={LinksPage} />
      {/* Not below /links: a link's code may be "new". */}
      <Route path="/new-link" component={NewLinkPage} />
      <Route path="/links/:code">{({ code }) => <LinkPage key={code} code={code} />}</Route>
      <Route path="/links/:code/edit">{({ code }) => <EditLinkPage key={code} code={code} />}</Route>
      <Route path="/matching" component={MatchingPage} />
      <Route path="/settings" component={SettingsPage} />
      <Route component={MissingPage} />
    </Switch>
  );
}
