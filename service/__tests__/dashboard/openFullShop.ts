import { webhookOptions } from '../support/receiveWebhooks.ts';
import { fillShop } from './fillShop.ts';
import { ADMIN_TOKEN, NOW, openDashboard, type OpenDashboard, type Visit } from './openDashboard.ts';

export const HEIGHT = 900;

export interface FullShop extends OpenDashboard {
  /** A page of the dashboard, for who may do everything. */
  signedIn: (width: number, colorScheme: 'light' | 'dark', path?: string) => Promise<Visit>;
}

/** The dashboard of a shop in full swing. */
export async function openFullShop(): Promise<FullShop> {
  const dashboard = await openDashboard(webhookOptions());
  await fillShop(dashboard.queries, NOW);
  return {
    ...dashboard,
    async signedIn(width, colorScheme, path = '/') {
      const visit = await dashboard.visit({ viewport: { width, height: HEIGHT }, colorScheme, as: ADMIN_TOKEN });
      await visit.page.goto(`${dashboard.url}/dashboard${path}`);
      return visit;
    },
  };
}
