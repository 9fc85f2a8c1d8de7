import { Panel } from '../ui/Panel.tsx';
import { useCurrentApp } from './currentApp.ts';
import { LandingForm } from './LandingForm.tsx';
import { LandingPreview } from './LandingPreview.tsx';
import { landingValuesOf } from './landingValues.ts';

export function LandingPanel() {
  const { app, role } = useCurrentApp();
  return (
    <Panel title="Landing page">
      {role === 'admin' ? (
        <LandingForm app={app} />
      ) : (
        <>
          <p className="panel-body hint">Sign in with the admin token to change it.</p>
          <LandingPreview app={app} values={landingValuesOf(app)} language="en" />
        </>
      )}
    </Panel>
  );
}
