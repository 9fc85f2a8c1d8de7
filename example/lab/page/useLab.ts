import { useCallback, useEffect, useReducer } from 'react';

import { disk } from '../device/disk';
import type { PhoneReport } from '../device/messages';
import { now } from '../device/now';
import { initialLabState } from '../state/initialLabState';
import { labReducer } from '../state/labReducer';
import type { LabState, Switches } from '../state/LabState';
import type { Os } from '../state/Os';
import type { PeopleState } from '../state/peopleReducer';
import { recallPhone, rememberPhone } from './memory';
import type { People } from './usePeople';
import type { Person } from '../state/people';

/** What the Play Store hands out to someone who came without a link. */
const ORGANIC_REFERRER = 'utm_source=google-play&utm_medium=organic';

/** Long enough to read, and gone before it is in the way. */
const BANNER_MS = 3200;

/** How long ago the app was installed that an update brings the library to; after seven days an install is old. */
const OLD_INSTALL_MS = 30 * 24 * 60 * 60 * 1000;

function install({ os, place, switches, backupOf }: LabState, dispatch: Lab['dispatch']) {
  const referrer = place.view === 'store' ? place.referrer : null;
  const id = crypto.randomUUID();
  // Only Android restores the app's storage; iOS leaves it out of its backups.
  if (os === 'android' && switches.restoresBackup && backupOf !== null) disk.copy(backupOf, id);
  const at = switches.isUpdate ? Date.now() - OLD_INSTALL_MS : Date.now();
  dispatch({ type: 'installed', install: { id, at, referrer: referrer ?? ORGANIC_REFERRER } });
}

/** The phone as it was before a reload, or a new one, as the story wants it. */
function takeOut(owner: Person, { networkId, story }: PeopleState): LabState {
  const remembered = recallPhone(networkId, owner);
  if (remembered) return labReducer(remembered, { type: 'pageReloaded', at: now() });
  const { os = 'android', switches, openedBy } = story?.phones?.[owner] ?? {};
  const phone = initialLabState({ owner, os, networkId, switches });
  if (openedBy === undefined) return phone;
  const app = { id: crypto.randomUUID(), at: Date.now(), referrer: ORGANIC_REFERRER };
  const installed = labReducer(phone, { type: 'installed', install: app });
  return labReducer(installed, { type: 'linkTapped', url: openedBy, at: now() });
}

/** One phone's state, and everything that a person can do to it. */
export function useLab(owner: Person, { people, dispatch: dispatchPeople }: People) {
  const [state, dispatch] = useReducer(labReducer, people, (begun) => takeOut(owner, begun));
  const isShown = people.shown === owner;

  useEffect(() => rememberPhone(people.networkId, state), [people.networkId, state]);

  useEffect(() => {
    if (state.banner === null) return;
    const timer = setTimeout(() => dispatch({ type: 'bannerExpired' }), BANNER_MS);
    return () => clearTimeout(timer);
  }, [state.banner]);

  return {
    state,
    dispatch,
    isShown,
    /** The links that the friend has sent. */
    sharedLinks: people.sharedLinks.filter(({ from }) => from !== owner),
    share: useCallback(
      ({ text, url }: Extract<PhoneReport, { kind: 'shared' }>) =>
        dispatchPeople({ type: 'shared', from: owner, text, url }),
      [dispatchPeople, owner]
    ),
    replacePhone: (os: Os) => dispatch({ type: 'phoneReplaced', os, networkId: crypto.randomUUID() }),
    change: (change: Partial<Switches>) => dispatch({ type: 'switched', change, at: now() }),
    tap: (url: string) => dispatch({ type: 'linkTapped', url, at: now() }),
    open: () => dispatch({ type: 'appOpened', at: now() }),
    install: () => install(state, dispatch),
    relaunch: () => {
      dispatch({ type: 'appClosed' });
      dispatch({ type: 'appOpened', at: now() });
    },
  };
}

export type Lab = ReturnType<typeof useLab>;
