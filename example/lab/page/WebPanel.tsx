import { BrowserView } from './BrowserView';
import { MessagesView } from './MessagesView';
import { Panel } from './Panel';
import { StoreView } from './StoreView';
import type { Lab } from './useLab';
import { WebTrail } from './WebTrail';

export function WebPanel({ lab }: { lab: Lab }) {
  const { web } = lab.state;
  return (
    <Panel area="web" title="The web" aside={<WebTrail lab={lab} />}>
      {web.view === 'messages' ? <MessagesView lab={lab} /> : null}
      {web.view === 'browser' ? <BrowserView lab={lab} url={web.url} /> : null}
      {web.view === 'store' ? <StoreView lab={lab} /> : null}
    </Panel>
  );
}
