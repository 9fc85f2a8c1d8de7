import { startService } from './startService';

/** In the dashboard's tab, the service may be needed after the lab's own tab was closed. */
const isUncontrolled = navigator.serviceWorker.controller === null;
await startService((reason) => console.error(reason));
// Only the service worker knows the dashboard's page. What the host of this site has instead brought us here.
if (isUncontrolled) window.location.reload();
