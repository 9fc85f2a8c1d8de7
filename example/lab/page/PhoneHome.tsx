import { AppIcon } from './AppIcon';
import type { Lab } from './useLab';

export function PhoneHome({ lab, isVisible }: { lab: Lab; isVisible: boolean }) {
  const { owner, app } = lab.state;
  return (
    <div className="home-screen" hidden={!isVisible}>
      {app.kind === 'installed' ? (
        <button type="button" className="home-icon" onClick={lab.open}>
          <AppIcon />
          Small Hours
        </button>
      ) : (
        <p>
          A phone without the app.
          <br />
          {owner === 'Ada'
            ? 'Tap a link in a message to begin.'
            : 'What Ada shares in her app arrives in your messages.'}
        </p>
      )}
    </div>
  );
}
