import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { useCurrentApp } from '../apps/currentApp.ts';
import { Loading } from '../ui/Loading.tsx';
import { MissingPage } from './MissingPage.tsx';
import { PAGES } from './pages.tsx';

export function AppPages() {
  const { may } = useCurrentApp();
  return (
    <Suspense fallback={<Loading what="the page" lines={8} />}>
      <Switch>
        {PAGES.filter(({ scope }) => may(scope)).map(({ path, render }) => (
          <Route key={path} path={path}>
            {(params) => render(params)}
          </Route>
        ))}
        <Route component={MissingPage} />
      </Switch>
    </Suspense>
  );
}
