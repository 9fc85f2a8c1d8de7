import type { Lab } from './useLab';

/** Where the person is on the way from a message to the app. */
export function WebTrail({ lab }: { lab: Lab }) {
  const { view } = lab.state.web;
  return (
    <nav aria-label="The web">
      <ol className="trail">
        <li>
          <button
            type="button"
            aria-current={view === 'messages' ? 'step' : undefined}
            onClick={() => lab.dispatch({ type: 'messagesOpened' })}
          >
            <b aria-hidden="true">1</b> Messages
          </button>
        </li>
        <li>
          {/* Only a link opens the browser. */}
          <span aria-current={view === 'browser' ? 'step' : undefined}>
            <b aria-hidden="true">2</b> Browser
          </span>
        </li>
        <li>
          <button
            type="button"
            aria-current={view === 'store' ? 'step' : undefined}
            onClick={() => {
              if (view !== 'store') lab.dispatch({ type: 'storeOpened', referrer: null });
            }}
          >
            <b aria-hidden="true">3</b> Store
          </button>
        </li>
      </ol>
    </nav>
  );
}
