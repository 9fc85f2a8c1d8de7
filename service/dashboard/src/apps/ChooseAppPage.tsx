import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import type { App } from './requests.ts';
import type { Session } from '../session/requests.ts';

interface ChooseAppPageProps {
  apps: readonly App[];
  role: Session['role'];
  /** The app that the address names, if it doesn't exist. */
  unknown: string | null;
}

/** For those with several apps. */
export function ChooseAppPage({ apps, role, unknown }: ChooseAppPageProps) {
  return (
    <Page
      title="Choose an app"
      actions={
        role === 'admin' && (
          <PageLink to="/apps/new" values={{ app: null }} className="button">
            Add an app
          </PageLink>
        )
      }
    >
      {unknown !== null && (
        <Notice tone="bad">The app in this address doesn’t exist, or isn’t yours. Choose another one.</Notice>
      )}
      <ul className="app-list">
        {apps.map(({ id, name, hosts }) => (
          <li key={id}>
            <PageLink to="/" values={{ app: id }} className="panel app-card">
              <strong>{name}</strong>
              <span>{id}</span>
              <span>{hosts[0] ?? 'no host yet'}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Page>
  );
}
