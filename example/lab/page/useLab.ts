import { useEffect, useReducer } from 'react';

import { disk } from '../device/disk';
import { now } from '../device/now';
import { initialLabState } from '../state/initialLabState';
import { labReducer } from '../state/labReducer';
import type { LabState, Switches } from '../state/LabState';
import type { Os } from '../state/Os';
import { introducePhone } from './introducePhone';

/** What the Play Store hands out to someone who came without a link. */
const ORGANIC_REFERRER = 'utm_source=google-play&utm_medium=organic';

// Long enough to read, gone before it is in the way.
const BANNER_MS = 3200;

const newPhone = (os: Os) => ({ os, phoneId: crypto.randomUUID() });

/** The lab's state, and everything that a person can do to it. */
export function useLab() {
  const [state, dispatch] = useReducer(labReducer, 'android', (os: Os) => initialLabState(newPhone(os)));
  const { os, phoneId } = state;

  useEffect(() => introducePhone(os, phoneId), [os, phoneId]);

  useEffect(() => {
    if (state.banner === null) return;
    const timer = setTimeout(() => dispatch({ type: 'bannerExpired' }), BANNER_MS);
    return () => clearTimeout(timer);
  }, [state.banner]);

  return {
    state,
    dispatch,
    startOver: (nextOs: Os) => dispatch({ type: 'startedOver', ...newPhone(nextOs) }),
    change: (change: Partial<Switches>) => dispatch({ type: 'switched', change }),
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

function install(state: LabState, dispatch: Lab['dispatch']) {
  const referrer = state.web.view === 'store' ? state.web.referrer : null;
  const id = crypto.randomUUID();
  // Only Android puts the app's storage back; iOS leaves it out of its backups.
  if (state.os === 'android' && state.switches.restoresBackup && state.backupOf !== null) {
    disk.copy(state.backupOf, id);
  }
  dispatch({
    type: 'installed',
    install: { id, at: Date.now(), referrer: referrer ?? ORGANIC_REFERRER },
  });
}
