import type { ReactNode } from 'react';

import { BrowserView } from './BrowserView';
import { MessagesView } from './MessagesView';
import { PhoneHome } from './PhoneHome';
import { StoreView } from './StoreView';
import type { Lab } from './useLab';

function viewOf(lab: Lab): ReactNode {
  const { place } = lab.state;
  switch (place.view) {
    case 'home':
      return <PhoneHome lab={lab} />;
    case 'messages':
      return <MessagesView lab={lab} />;
    case 'browser':
      return <BrowserView lab={lab} url={place.url} />;
    case 'store':
      return <StoreView lab={lab} />;
  }
}

/** What the phone shows while the app is not in front. */
export function PhoneScreen({ lab, isVisible }: { lab: Lab; isVisible: boolean }) {
  return (
    <div className="phone-view" hidden={!isVisible}>
      {viewOf(lab)}
    </div>
  );
}
