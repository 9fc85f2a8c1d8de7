import { html } from 'hono/html';
import { pageShell } from './pageShell.ts';

export function missingPage() {
  return pageShell({
    title: 'No such link',
    body: html`<body>
      <main>
        <div class="icon" aria-hidden="true">?</div>
        <h1>This link leads nowhere</h1>
        <p class="lead">It may have been mistyped, or it opens only in an app. Ask whoever sent it.</p>
      </main>
    </body>`,
  });
}

/** For a link that was disabled, or that has expired. */
export function endedPage() {
  return pageShell({
    title: 'This link has ended',
    body: html`<body>
      <main>
        <div class="icon" aria-hidden="true">!</div>
        <h1>This link has ended</h1>
        <p class="lead">What it led to is over. Ask whoever sent it for a new one.</p>
      </main>
    </body>`,
  });
}

/** For a fault that passes. An empty address is the page itself, with its query. */
export function laterPage() {
  return pageShell({
    title: 'Not right now',
    body: html`<body>
      <main>
        <div class="icon" aria-hidden="true">…</div>
        <h1>This can’t be opened right now</h1>
        <p class="lead">Try again in a moment.</p>
        <div class="actions"><a class="button primary" href="">Try again</a></div>
      </main>
    </body>`,
  });
}
