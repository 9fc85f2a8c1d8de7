import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SecretView } from './SecretView.tsx';
import { SnippetView } from './SnippetView.tsx';
import { snippetsOf } from './snippets.ts';
import type { AddedApp } from './requests.ts';

export function NewKeys({ added: { app, publishableKey, secretKey } }: { added: AddedApp }) {
  return (
    <Page title={`${app.name} was added`}>
      <Panel title="Keys" className="narrow">
        <SecretView name="Publishable key" note="Goes into the app. It isn’t a secret." secret={publishableKey} />
        <SecretView
          name="Secret key"
          note="Keep it private: it signs you in here and lets your server create links. Copy it now; it won’t be shown again."
          secret={secretKey}
        />
      </Panel>
      <Panel title="Paste it into the app" className="narrow">
        <div className="snippets">
          {snippetsOf(app, window.location.origin, publishableKey).map((snippet) => (
            <SnippetView key={snippet.title} {...snippet} />
          ))}
        </div>
      </Panel>
      <div className="form-buttons">
        <PageLink to="/new-link" values={{ app: app.id }} className="button">
          I’ve copied the keys: create the first link
        </PageLink>
      </div>
    </Page>
  );
}
