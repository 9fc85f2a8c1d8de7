import { useCurrentApp } from '../apps/currentApp.ts';
import { Page } from '../ui/Page.tsx';
import { Panel } from '../ui/Panel.tsx';
import { landingValuesOf } from '../apps/landingValues.ts';
import { LandingForm } from './LandingForm.tsx';
import { LandingPreview } from '../apps/LandingPreview.tsx';
import './landing.css';

/** What visitors see, beside what changes it. */
export function LandingPage() {
  const { app, role } = useCurrentApp();
  return (
    <Page title="Landing page" of={app.name}>
      <Panel title="What visitors see">
        {role === 'admin' ? (
          <LandingForm app={app} />
        ) : (
          <>
            <p className="panel-body hint">Sign in with the admin token to change it.</p>
            <LandingPreview app={app} values={landingValuesOf(app)} language="en" />
          </>
        )}
      </Panel>
    </Page>
  );
}
