import { AppIcon } from './AppIcon';
import { MessagesIcon } from './MessagesIcon';
import { StoreIcon } from './StoreIcon';
import type { Lab } from './useLab';

export function PhoneHome({ lab }: { lab: Lab }) {
  const { os, app } = lab.state;
  return (
    <div className="home-screen">
      <p className="home-time" aria-hidden="true">
        21:47
      </p>
      <div className="home-icons">
        <button type="button" className="home-icon" onClick={() => lab.dispatch({ type: 'messagesOpened' })}>
          <MessagesIcon />
          Messages
        </button>
        <button
          type="button"
          className="home-icon"
          onClick={() => lab.dispatch({ type: 'storeOpened', referrer: null })}
        >
          <StoreIcon />
          {os === 'ios' ? 'App Store' : 'Play Store'}
        </button>
        {app.kind === 'installed' ? (
          <button type="button" className="home-icon" onClick={lab.open}>
            <AppIcon />
            Small Hours
          </button>
        ) : null}
      </div>
    </div>
  );
}
