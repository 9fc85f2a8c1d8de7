import { useLocation } from 'wouter';
import { PageLink } from '../ui/PageLink.tsx';

const TABS = [
  ['/settings', 'App'],
  ['/settings/health', 'Health'],
  ['/settings/keys', 'Keys'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/shares', 'Shared views'],
  ['/settings/changes', 'Changes'],
] as const;

/** The pages of the settings. */
export function SettingsTabs() {
  const [location] = useLocation();
  return (
    <nav aria-label="Settings" className="pages tabs">
      {TABS.map(([path, name]) => (
        <PageLink key={path} to={path} isCurrent={path === location}>
          {name}
        </PageLink>
      ))}
    </nav>
  );
}
