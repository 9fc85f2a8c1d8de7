import { appsLinksClicksEvents } from './0001-apps-links-clicks-events.ts';
import { linkCodePerApp } from './0002-link-code-per-app.ts';
import { keysHostsLinkLife } from './0003-keys-hosts-link-life.ts';
import { indexes } from './0004-indexes.ts';
import { clicksOfLink } from './0005-clicks-of-link.ts';
import { matching } from './0006-matching.ts';
import { matchingIndexes } from './0007-matching-indexes.ts';
import { unusedIndex } from './0008-unused-index.ts';
import { changeNotices } from './0009-change-notices.ts';
import { attribution } from './0010-attribution.ts';
import { attributionIndexes } from './0011-attribution-indexes.ts';
import { replacedIndexes } from './0012-replaced-indexes.ts';
import { clickDaysIndex } from './0013-click-days-index.ts';
import { sessions } from './0014-sessions.ts';
import { keysByHash } from './0015-keys-by-hash.ts';
import { dashboardIndexes } from './0017-dashboard-indexes.ts';
import { newestLinksIndex } from './0018-newest-links-index.ts';
import { replacedLinksIndex } from './0019-replaced-links-index.ts';
import { namedNotices } from './0022-named-notices.ts';
import { keyLabels } from './0030-key-labels.ts';
import { linkMakers } from './0031-link-makers.ts';
import { demoData } from './0032-demo-data.ts';
import { people } from './0040-people.ts';
import { serverEvents } from './0041-server-events.ts';
import { renewalsIndex } from './0042-renewals-index.ts';
import { deviceReport } from './0050-device-report.ts';
import { concealedNetworks } from './0051-concealed-networks.ts';
import { tracesIndex } from './0052-traces-index.ts';
import { maxAmounts } from './0060-max-amounts.ts';
import { linksOfUsersEnd } from './0061-links-of-users-end.ts';
import { brand } from './0080-brand.ts';
import { pathLinks } from './0090-path-links.ts';
import type { Migration } from './Migration.ts';

/** Applied in this order, each once. */
export const migrations: readonly Migration[] = [
  appsLinksClicksEvents,
  linkCodePerApp,
  keysHostsLinkLife,
  indexes,
  clicksOfLink,
  matching,
  matchingIndexes,
  unusedIndex,
  changeNotices,
  attribution,
  attributionIndexes,
  replacedIndexes,
  clickDaysIndex,
  sessions,
  keysByHash,
  dashboardIndexes,
  newestLinksIndex,
  replacedLinksIndex,
  namedNotices,
  keyLabels,
  linkMakers,
  demoData,
  people,
  serverEvents,
  renewalsIndex,
  deviceReport,
  concealedNetworks,
  tracesIndex,
  maxAmounts,
  linksOfUsersEnd,
  brand,
  pathLinks,
];
