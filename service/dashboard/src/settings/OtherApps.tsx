import { useQuery } from '@tanstack/react-query';
import { appsQuery } from '../apps/requests.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';

export function OtherApps() {
  const { app: current } = useCurrentApp();
  const query = useQuery(appsQuery);
  return (
    <Panel
      title="Other apps"
      aside={
        <PageLink to="/apps/new" className="button quiet small">
          Add an app
        </PageLink>
      }
    >
      <Loaded query={query} what="the apps">
        {(apps) => {
          const others = apps.filter(({ id }) => id !== current.id);
          if (others.length === 0) return <p className="panel-body muted">There are no other apps.</p>;
          return (
            <ul>
              {others.map(({ id, name, hosts }) => (
                <li key={id} className="key-row">
                  <div>
                    <p>
                      <PageLink to="/" values={{ app: id }}>
                        {name}
                      </PageLink>
                    </p>
                    <p className="muted">
                      {id}
                      {hosts[0] !== undefined && `, ${hosts[0]}`}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Panel>
  );
}
