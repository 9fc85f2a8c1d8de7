import { startService, takeControl } from './startService';

if (navigator.serviceWorker.controller) {
  // The dashboard's tab. The service may be needed here after the lab's own tab was closed.
  await startService((reason) => console.error(reason));
  // Chromium asks the service worker for pages, but not for downloads. The answer says that it is a file.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element) target.closest('a[download]')?.removeAttribute('download');
  });
} else {
  // Only the service worker knows the dashboard's page. The host of this site has another, which brought us here.
  await takeControl();
  window.location.reload();
}
