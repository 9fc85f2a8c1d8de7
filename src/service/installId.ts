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

interface Found {
  id: string;
  /** Whether storage could be read. Until then nothing there may be overwritten. */
  isRead: boolean;
  isStored: boolean;
  /** Whether Android's time of the install is not stored with the id yet. */
  lacksTime: boolean;
  /** When the app was installed, as text; empty on iOS, and where it is unknown. */
  time(): Promise<string>;
}

/** A random id by which the service recognises an install. It is never read or stored without consent. */
export function createInstallId(
  { clock, os, random, installTime }: Pick<Ports, 'clock' | 'os' | 'random' | 'installTime'>,
  store: KeyValueStore
) {
  let isAllowed = false;
  /** After a denial nothing that is stored may come back. */
  let isRevoked = false;
  let finding: Promise<Found> | undefined;
  // Jobs run one after the other, so that no write lands after a later removal.
  let jobs: Promise<unknown> = Promise.resolve();

  /** The next request writes the id again. */
  const noteUnstored = async () => {
    const found = await finding?.catch(() => undefined);
    if (found) found.isStored = false;
  };

  function inTurn(job: () => unknown) {
    jobs = jobs.then(job).catch(noteUnstored);
  }

  /** Takes the id that is stored, unless it belongs to another install. */
  async function adopt(found: Found, [own, index]: (string | null)[]) {
    const [, ownId, ownTime] = STORED.exec(own ?? '') ?? [];
    // Android restores backups onto new phones, and two phones must not share an id.
    const isStored = ownId !== undefined && (!ownTime || ['', ownTime].includes(await found.time()));
    const oldId = ownId ?? OLD_INDEX.exec(index ?? '')?.[1];
    if (found.isRead) return;
    if (oldId && (isStored || !ownId)) found.id = oldId;
    Object.assign(found, { isRead: true, isStored, lacksTime: ownTime === '' && os === 'android' });
  }

  /** Reads storage. An answer that comes too late counts for the requests after it. */
  async function read(found: Found) {
    const reading = Promise.all(isRevoked ? [] : [INSTALL_ID_KEY, QUEUE_KEY].map(store.read));
    const answer = await within(clock, READ_MS, () => reading);
    const adopting = reading.then((stored) => adopt(found, stored)).catch(() => {});
    if (answer.ok) await adopting;
  }

  async function find(): Promise<Found> {
    const installing = within(clock, READ_MS, () => (os === 'android' ? installTime() : 0));
    const found: Found = {
      id: randomId(clock.now(), random),
      isRead: false,
      isStored: false,
      lacksTime: false,
      async time() {
        const answer = await installing;
        return (answer.ok && /^[1-9]\d*$/.exec(String(answer.value))?.[0]) || '';
      },
    };
    await read(found);
    return found;
  }

  /** Gives the id within bounded time, and makes it when it is first needed. Gives `null` without consent. */
  async function get(): Promise<string | null> {
    if (!isAllowed) return null;
    const mine = (finding ??= find());
    // After an unexpected failure the next request tries again.
    const found = await mine.catch(() => (finding = undefined));
    const isWanted = () => isAllowed && finding === mine;
    if (!found || !isWanted()) return null;
    const { id, time } = found;
    const write = (installed: string) => isWanted() && store.write(INSTALL_ID_KEY, `1 ${id} ${installed}`);
    if (!found.isRead) {
      // Storage may have recovered by the next request; nothing waits for it now.
      void read(found);
    } else if (!found.isStored) {
      found.isStored = true;
      found.lacksTime = os === 'android';
      // The id is written at once: no request may leave with an id that a killed process forgets.
      inTurn(() => write(''));
    }
    if (found.lacksTime) {
      found.lacksTime = false;
      // The time may come later, or only at a later launch.
      inTurn(async () => {
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
      finding = undefined;
      inTurn(() => store.remove(INSTALL_ID_KEY));
    },
    /** The app has cleared all storage: an id that was in use is written again. */
    noteLoss() {
      if (finding) void noteUnstored().then(get);
    },
  };
}

export type InstallId = ReturnType<typeof createInstallId>;
