import { LandingFrame } from './LandingFrame';
import { readAddress } from './readAddress';
import type { Lab } from './useLab';
import { WebPage } from './WebPage';

interface Props {
  lab: Lab;
  url: string;
}

function BrowserPage({ lab, url }: Props) {
  const address = readAddress(url);
  if (address.kind === 'foreign') {
    return (
      <WebPage
        title="The browser can’t open this address"
        text="Only an installed app knows this scheme. On a phone without the app such a link leads nowhere, which is why most messages have web links."
      />
    );
  }
  if (lab.state.switches.network === 'off') {
    return (
      <WebPage
        title="You are offline"
        text="The page can’t be reached, so the service never hears of this tap. Turn the network on and tap the link again, or go to the store without it."
      />
    );
  }
  return <LandingFrame key={address.path} lab={lab} path={address.path} />;
}

export function BrowserView({ lab, url }: Props) {
  return (
    <div className="browser">
      <p className="address">
        <span className="visually-hidden">Address: </span>
        {url.replace(/^https:\/\//, '')}
      </p>
      <BrowserPage lab={lab} url={url} />
    </div>
  );
}
