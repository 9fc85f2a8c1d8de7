import { useLocation } from 'wouter';
import { usePlace } from '../ui/useAddress.ts';
import type { App } from '../apps/requests.ts';

interface AppSelectProps {
  apps: readonly App[];
  app: App;
  isAdmin: boolean;
}

/** The name of the app; a choice for those who have several. */
export function AppSelect({ apps, app, isAdmin }: AppSelectProps) {
  const [path, navigate] = useLocation();
  const place = usePlace();
  if (!isAdmin || apps.length < 2) return <span className="app-name">{app.name}</span>;

  // The page of a link doesn't exist in another app.
  const choose = (id: string) => navigate(place(path.startsWith('/links/') ? '/links' : path, { app: id }));
  return (
    <select className="app-select" aria-label="App" value={app.id} onChange={(event) => choose(event.target.value)}>
      {apps.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
