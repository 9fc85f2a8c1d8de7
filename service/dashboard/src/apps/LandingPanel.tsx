import { useState } from 'react';
import { Panel } from '../ui/Panel.tsx';
import { useCurrentApp } from './currentApp.ts';
import { LandingForm } from './LandingForm.tsx';
import { LandingPreview } from './LandingPreview.tsx';
import { landingValuesOf } from './landingValues.ts';

/** The page's look, once somebody asks for it: with its preview it is longer than all other settings together. */
export function LandingPanel() {
  const { app, role } = useCurrentApp();
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = role === 'admin';
  if (!isOpen) {
    return (
      <Panel title="Landing page">
        <div className="panel-body actions">
          <button type="button" className="button quiet" onClick={() => setIsOpen(true)}>
            {mayChange ? 'Change how it looks' : 'See how it looks'}
          </button>
        </div>
      </Panel>
    );
  }
  return (
    <Panel title="Landing page">
      {mayChange ? (
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
