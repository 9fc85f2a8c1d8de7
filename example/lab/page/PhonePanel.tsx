import { useEffect, useRef } from 'react';

import { AppFrame } from './AppFrame';
import { PhoneScreen } from './PhoneScreen';
import { useService } from './service';
import { StatusBar } from './StatusBar';
import type { Lab } from './useLab';

export function PhonePanel({ lab }: { lab: Lab }) {
  const { state, dispatch } = lab;
  const { app } = state;
  const process = app.kind === 'installed' ? app.process : null;
  const isAppVisible = process?.isInForeground ?? false;
  const openedUrls = process?.openedUrls.length;
  const isWaiting = useService().kind === 'starting' && (isAppVisible || state.place.view === 'browser');
  const banner = isWaiting ? 'Starting the service…' : state.banner;

  // On a narrow page the phone may be half in view: whoever opens the app there wants to see what it shows.
  const phone = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAppVisible) phone.current?.scrollIntoView({ block: 'nearest' });
  }, [isAppVisible, process?.id, openedUrls]);

  return (
    <section className="phone-area" aria-label="The phone’s screen">
      <div ref={phone} className="phone" data-os={state.os}>
        <div className="screen" data-view={isAppVisible ? 'app' : state.place.view}>
          <StatusBar lab={lab} />
          <div className="screen-body">
            <PhoneScreen lab={lab} isVisible={!isAppVisible} />
            {app.kind === 'installed' && process !== null ? (
              <AppFrame key={process.id} lab={lab} install={app.install} process={process} isVisible={isAppVisible} />
            ) : null}
          </div>
          <p className="banner" role="status" data-shown={banner !== null}>
            {banner}
          </p>
        </div>
      </div>
      <div className="phone-buttons" role="group" aria-label="What to do with the phone">
        <button type="button" className="button quiet" onClick={() => dispatch({ type: 'homePressed' })}>
          Home
        </button>
        <button
          type="button"
          className="button quiet"
          disabled={process === null}
          onClick={() => dispatch({ type: 'appClosed' })}
        >
          Close
        </button>
        <button type="button" className="button quiet" disabled={app.kind === 'absent'} onClick={lab.relaunch}>
          Relaunch
        </button>
        <button
          type="button"
          className="button quiet danger"
          disabled={app.kind === 'absent'}
          onClick={() => dispatch({ type: 'uninstalled' })}
        >
          Uninstall
        </button>
      </div>
    </section>
  );
}
