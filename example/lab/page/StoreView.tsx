import { AppIcon } from './AppIcon';
import type { Lab } from './useLab';

function storeNote(os: 'ios' | 'android', referrer: string | null, hasReferrer: boolean) {
  if (os === 'ios') {
    return 'The App Store forgets which link brought you. The app has to find out by itself, from a link that you copied or from a fingerprint.';
  }
  if (!hasReferrer) {
    return 'This phone’s store has no install referrer. The app has to find its link by a fingerprint.';
  }
  return referrer === null
    ? 'You came without a link, and the store will tell the app so.'
    : `The store keeps a note for the app: ${referrer}`;
}

export function StoreView({ lab }: { lab: Lab }) {
  const { os, app, place, switches } = lab.state;
  const isInstalled = app.kind === 'installed';
  const referrer = place.view === 'store' ? place.referrer : null;
  return (
    <div className="store">
      <p className="store-name">{os === 'ios' ? 'App Store' : 'Play Store'}</p>
      <div className="listing">
        <AppIcon />
        <div>
          <h3>Small Hours</h3>
          <p>Things for quiet evenings</p>
        </div>
        <button type="button" className="button" onClick={isInstalled ? lab.open : lab.install}>
          {isInstalled ? 'Open' : switches.isUpdate ? 'Update' : 'Install'}
        </button>
      </div>
      <dl className="store-facts">
        <div>
          <dt>Size</dt>
          <dd>12 MB</dd>
        </div>
        <div>
          <dt>Ages</dt>
          <dd>All</dd>
        </div>
        <div>
          <dt>Home</dt>
          <dd>Galway</dd>
        </div>
      </dl>
      <p className="store-note">{storeNote(os, referrer, switches.hasReferrer)}</p>
    </div>
  );
}
