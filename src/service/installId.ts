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
  /** Whether storage could be read. If not, nothing there may be overwritten. */
  isReadable: boolean;
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
  let isStored: boolean | undefined;
  /** Whether Android's time of the install is not stored with the id yet. */
  let lacksTime = false;
  let finding: Promise<Found> | undefined;
  // Jobs run one after the other, so that no write lands after a later removal.
  let jobs: Promise<unknown> = Promise.resolve();

  function inTurn(job: () => unknown) {
    jobs = jobs.then(job).catch(() => (isStored = false));
  }

  async function find(): Promise<Found> {
    // Android restores backups onto new phones, and two phones must not share an id.
    const installing = within(clock, READ_MS, () => (os === 'android' ? installTime() : 0));
    async function time() {
      const answer = await installing;
      return (answer.ok && /^[1-9]\d*$/.exec(String(answer.value))?.[0]) || '';
    }
    const stored = await within(clock, READ_MS, () =>
      Promise.all(isRevoked ? [] : [INSTALL_ID_KEY, QUEUE_KEY].map(store.read))
    );
    const [own, index] = stored.ok ? stored.value : [];
    const [, ownId, ownTime] = STORED.exec(own ?? '') ?? [];
    isStored = ownId !== undefined && (!ownTime || ['', ownTime].includes(await time()));
    lacksTime = ownTime === '' && os === 'android';
    const oldId = ownId ?? OLD_INDEX.exec(index ?? '')?.[1];
    const id = oldId && (isStored || !ownId) ? oldId : randomId(clock.now(), random);
    return { id, isReadable: stored.ok, time };
  }

  return {
    isAllowed: () => isAllowed,
    /** Gives the id within bounded time, and makes it when it is first needed. Gives `null` without consent. */
    async get(): Promise<string | null> {
      if (!isAllowed) return null;
      const mine = (finding ??= find());
      // After an unexpected failure the next request tries again.
      const found = await mine.catch(() => (finding = undefined));
      const isWanted = () => isAllowed && finding === mine;
      if (!found || !isWanted()) return null;
      const { id, isReadable, time } = found;
      const write = (installed: string) => isWanted() && store.write(INSTALL_ID_KEY, `1 ${id} ${installed}`);
      if (isReadable && !isStored) {
        isStored = true;
        lacksTime = os === 'android';
        // The id is written at once: no request may leave with an id that a killed process forgets.
        inTurn(() => write(''));
      }
      if (lacksTime) {
        lacksTime = false;
        // The time may come later, or only at a later launch.
        inTurn(async () => {
          const installed = await time();
          return installed && write(installed);
        });
      }
      return id;
    },
    /** Must be called before anything else learns of the change. */
    setConsent(consent: Consent) {
      isAllowed = consent === 'granted';
      if (consent !== 'denied') return;
      isRevoked = true;
      finding = undefined;
      inTurn(() => store.remove(INSTALL_ID_KEY));
    },
    /** The app has cleared all storage: the next request writes the id again. */
    noteLoss() {
      isStored = false;
    },
  };
}

export type InstallId = ReturnType<typeof createInstallId>;
