import { lazy, type ReactNode } from 'react';
import { OverviewPage } from '../overview/OverviewPage.tsx';
import type { Scope } from '../session/requests.ts';
import { codeIn } from '../ui/linkPage.ts';
import { DefaultRange } from '../ui/useDays.ts';

/** A page of an app. All but the first are loaded when somebody opens them. */
interface PageOfApp {
  path: string;
  /** What the key that signed in must include. */
  scope: Scope;
  /** In the navigation; left out for a page that belongs to another one. */
  name?: string;
  /** The page in the navigation that it belongs to. */
  below?: string;
  render: (params: Readonly<Record<string, string | undefined>>) => ReactNode;
}

const LinksPage = lazy(async () => ({ default: (await import('../links/LinksPage.tsx')).LinksPage }));
const LinkPage = lazy(async () => ({ default: (await import('../links/LinkPage.tsx')).LinkPage }));
const NewLinkPage = lazy(async () => ({ default: (await import('../links/NewLinkPage.tsx')).NewLinkPage }));
const NewLinksPage = lazy(async () => ({ default: (await import('../links/NewLinksPage.tsx')).NewLinksPage }));
const EditLinkPage = lazy(async () => ({ default: (await import('../links/EditLinkPage.tsx')).EditLinkPage }));
const ImportLinksPage = lazy(async () => ({ default: (await import('../links/ImportLinksPage.tsx')).ImportLinksPage }));
const CohortsPage = lazy(async () => ({ default: (await import('../cohorts/CohortsPage.tsx')).CohortsPage }));
const PeoplePage = lazy(async () => ({ default: (await import('../people/PeoplePage.tsx')).PeoplePage }));
const LandingPage = lazy(async () => ({ default: (await import('../landing/LandingPage.tsx')).LandingPage }));
const SettingsPage = lazy(async () => ({ default: (await import('../settings/SettingsPage.tsx')).SettingsPage }));
const HealthPage = lazy(async () => ({ default: (await import('../health/HealthPage.tsx')).HealthPage }));
const KeysPage = lazy(async () => ({ default: (await import('../settings/KeysPage.tsx')).KeysPage }));
const WebhooksPage = lazy(async () => ({ default: (await import('../settings/WebhooksPage.tsx')).WebhooksPage }));
const SharesPage = lazy(async () => ({ default: (await import('../settings/SharesPage.tsx')).SharesPage }));
const ChangesPage = lazy(async () => ({ default: (await import('../settings/ChangesPage.tsx')).ChangesPage }));

/**
 * All pages of an app, in the order of the navigation. A key creates a page again for each link, so nothing of one
 * link is shown as another's. A link's code may be "new", so no page of ours is below /links.
 */
export const PAGES: readonly PageOfApp[] = [
  { path: '/', name: 'Overview', scope: 'read', render: () => <OverviewPage /> },
  { path: '/links', name: 'Links', scope: 'read', render: () => <LinksPage /> },
  { path: '/new-link', below: '/links', scope: 'links', render: () => <NewLinkPage /> },
  { path: '/new-links', below: '/links', scope: 'links', render: () => <NewLinksPage /> },
  { path: '/import-links', below: '/links', scope: 'links', render: () => <ImportLinksPage /> },
  {
    path: '/links/:code',
    below: '/links',
    scope: 'read',
    render: ({ code = '' }) => <LinkPage key={code} code={codeIn(code)} />,
  },
  {
    path: '/links/:code/edit',
    below: '/links',
    scope: 'links',
    render: ({ code = '' }) => <EditLinkPage key={code} code={codeIn(code)} />,
  },
  {
    path: '/cohorts',
    name: 'Cohorts',
    scope: 'read',
    // With the usual 30 days, no install is old enough for D30.
    render: () => (
      <DefaultRange value="90">
        <CohortsPage />
      </DefaultRange>
    ),
  },
  { path: '/people', name: 'People', scope: 'all', render: () => <PeoplePage /> },
  { path: '/landing-page', name: 'Landing page', scope: 'all', render: () => <LandingPage /> },
  { path: '/settings', name: 'Settings', scope: 'all', render: () => <SettingsPage /> },
  { path: '/settings/health', below: '/settings', scope: 'all', render: () => <HealthPage /> },
  { path: '/settings/keys', below: '/settings', scope: 'all', render: () => <KeysPage /> },
  { path: '/settings/webhooks', below: '/settings', scope: 'all', render: () => <WebhooksPage /> },
  { path: '/settings/shares', below: '/settings', scope: 'all', render: () => <SharesPage /> },
  { path: '/settings/changes', below: '/settings', scope: 'all', render: () => <ChangesPage /> },
];
