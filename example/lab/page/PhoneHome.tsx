import { AppIcon } from './AppIcon';
import type { Lab } from './useLab';

export function PhoneHome({ lab, isVisible }: { lab: Lab; isVisible: boolean }) {
  return (
    <div className="home-screen" hidden={!isVisible}>
      {lab.state.app.kind === 'installed' ? (
        <button type="button" className="home-icon" onClick={lab.open}>
          <AppIcon />
          Small Hours
        </button>
      ) : (
        <p>
          A phone without the app.
          <br />
          Tap a link in a message to begin.
        </p>
      )}
    </div>
  );
}
