import { randomId } from '../core/randomId';
import { within } from '../core/within';
import type { KeyValueStore, Ports } from '../ports';
import { INSTALL_ID_KEY, QUEUE_KEY } from '../storageKeys';
import type { Consent } from '../types';

/** As long as the slowest fact of a fingerprint may take, so that no match waits for the id. */
const READ_MS = 1000;

/** Version, id and, on Android, the time of the install. */
const STORED = /^1 ([\w-]{1,64}) (\d*)$/;
/** Version 0.4.0 kept the id in the index of the events. */
const OLD_INDEX = /^1 ([\w-]{1,64}) /;

interface Install {
  id: string;
  /** Whether storage holds all of it; `undefined` until storage could be read, and nothing there may be overwritten. */
  isStored?: boolean;
  /** When the app was installed, as text; empty on iOS, and where it is unknown. */
  time(): Promise<string>;
  /** Ends within bounded time. */
  reading?: Promise<void>;
}

/** A random id by which the service recognises an install. It is never read or stored without consent. */
export function createInstallId(
  { clock, os, random, installTime }: Pick<Ports, 'clock' | 'os' | 'random' | 'installTime'>,
  store: KeyValueStore
) {
  let isAllowed = false;
  /** After a denial nothing that is stored may come back. */
  let isRevoked = false;
  let install: Install | undefined;
  // Jobs run one after the other, so that no write lands after a later removal.
  let jobs: Promise<unknown> = Promise.resolve();

  /** The next request writes the id again. */
  function noteUnstored() {
    if (install?.isStored) install.isStored = false;
  }

  function inTurn(job: () => unknown) {
    jobs = jobs.then(job).catch(noteUnstored);
  }

  /** Takes the id that is stored. If storage answers too late, the id is taken for the requests after that. */
  async function read(mine: Install) {
    const reading = Promise.all(isRevoked ? [] : [INSTALL_ID_KEY, QUEUE_KEY].map(store.read));
    const answer = await within(clock, READ_MS, () => reading);
    const adopting = reading.then(async ([own, index]) => {
      const [, ownId, ownTime] = STORED.exec(own ?? '') ?? [];
      // Android restores backups onto new phones, and two phones must not share an id.
      const isOurs = !ownTime || ['', ownTime].includes(await mine.time());
      const oldId = ownId ?? OLD_INDEX.exec(index ?? '')?.[1];
      if (mine.isStored !== undefined) return;
      if (oldId && isOurs) mine.id = oldId;
      mine.isStored = ownId !== undefined && isOurs && (os !== 'android' || ownTime !== '');
    });
    const ending = adopting.catch(() => {});
    if (answer.ok) await ending;
  }

  function find(): Install {
    const installing = within(clock, READ_MS, () => (os === 'android' ? installTime() : 0));
    const mine: Install = {
      id: randomId(clock.now(), random),
      async time() {
        const answer = await installing;
        return (answer.ok && /^[1-9]\d*$/.exec(String(answer.value))?.[0]) || '';
      },
    };
    mine.reading = read(mine);
    return mine;
  }

  /** Gives the id within bounded time, and makes it when it is first needed. Gives `null` without consent. */
  async function get(): Promise<string | null> {
    if (!isAllowed) return null;
    const mine = (install ??= find());
    await mine.reading;
    const isWanted = () => isAllowed && install === mine;
    if (!isWanted()) return null;
    const { id, time } = mine;
    const write = (installed: string) => isWanted() && store.write(INSTALL_ID_KEY, `1 ${id} ${installed}`);
    if (mine.isStored === undefined) {
      // Nothing waits for it now, but storage may have recovered by the next request.
      void read(mine);
    } else if (!mine.isStored) {
      mine.isStored = true;
      inTurn(async () => {
        // The id is written at once: no request may leave with an id that a killed process forgets.
        await write('');
        // The time may come later, or only at a later launch.
        const installed = await time();
        return installed && write(installed);
      });
    }
    return id;
  }

  return {
    isAllowed: () => isAllowed,
    get,
    /** Must be called before anything else learns of the change. */
    setConsent(consent: Consent) {
      isAllowed = consent === 'granted';
      if (consent !== 'denied') return;
      isRevoked = true;
      install = undefined;
      inTurn(() => store.remove(INSTALL_ID_KEY));
    },
    /** The app has cleared all storage: an id that is in use is written again. */
    noteLoss() {
      noteUnstored();
      if (install) void get();
    },
  };
}

export type InstallId = ReturnType<typeof createInstallId>;
