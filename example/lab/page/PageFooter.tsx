import { isInBrowser, useService } from './service';

/** Where the service is, and what becomes of what you do here. */
function whereItRuns() {
  return isInBrowser
    ? 'The service and its database run in this browser, and “Start over” deletes what they stored.'
    : 'The service and its database run on the machine that serves this page.';
}

export function PageFooter() {
  const service = useService();
  return (
    <footer className="page-footer">
      {service.kind === 'failed' ? (
        <p role="alert">
          The service can’t run in this browser ({service.reason}). To try the lab on your machine, run{' '}
          <code>npm run example</code> in a clone of the repository.
        </p>
      ) : null}
      <p>
        {whereItRuns()} <a href="dashboard/">Open its dashboard</a>, which starts with a made-up month. This page counts
        nothing, and loads nothing from elsewhere.
        {service.kind === 'ready' && service.worksOffline ? ' It works offline now.' : null}
      </p>
    </footer>
  );
}
