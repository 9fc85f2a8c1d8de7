import { createRoot } from 'react-dom/client';
import { LinkAnalytics, LinkProvider, useLinkContext } from 'react-native-deferred-link';
import { useLinkRoute } from 'react-native-deferred-link/expo-router';

const config = { API_KEY: 'pk_live', appID: 'shop', baseUrl: 'https://links.test' };

function Screen() {
  const { isLinkProcessed, linkRoute } = useLinkContext();
  useLinkRoute((route) => console.error(`There are no links on the web, and this is one: ${route}`));
  return <p>{isLinkProcessed ? `processed: ${linkRoute}` : 'looking'}</p>;
}

LinkAnalytics.logEvent('login');
createRoot(document.getElementById('root')).render(
  <LinkProvider config={config}>
    <Screen />
  </LinkProvider>
);
