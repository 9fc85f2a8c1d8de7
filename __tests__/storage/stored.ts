/** What the library keeps on disk, for tests that look at it or put it there: they know neither keys nor formats. */
const INSTALL = 'react-native-deferred-link:install';
const EVENTS = 'react-native-deferred-link:events';

type Disk = Map<string, string>;
type Run = 'first' | 'unanswered' | 'used';

interface StoredInstall {
  id?: string;
  installTime?: number;
  run?: Run;
  /** When an unanswered match was asked for. */
  since?: number;
}

interface StoredEvent {
  id: string;
  name: string;
  data?: unknown;
}

const runOf = (run: Run, since: number) => (run === 'first' ? undefined : { state: run, at: since });

/** A disk on which an earlier launch has left its record; without options one that has used its first run up. */
export function diskWith({
  id = 'install-1',
  installTime,
  run = 'used',
  since = Date.now(),
}: StoredInstall = {}): Disk {
  return new Map([[INSTALL, JSON.stringify({ v: 1, id, installTime, run: runOf(run, since) })]]);
}

/** A disk whose record reads like this. */
export const diskWithRecord = (text: string): Disk => new Map([[INSTALL, text]]);

/** Adds events that an earlier launch has left, in their order. */
export function addEvents(disk: Disk, ...events: unknown[]): Disk {
  const lines = events.map((data, n) =>
    JSON.stringify({ id: `old-${n}`, name: 'search', timestamp: '2026-01-01T00:00:00.000Z', data })
  );
  return disk.set(EVENTS, lines.join('\n'));
}

/** Changes what is stored of the events, as a damaged disk would. */
export const damageEvents = (disk: Disk, damage: (text: string) => string) =>
  disk.set(EVENTS, damage(disk.get(EVENTS) ?? ''));

export const isInstall = (key: string) => key === INSTALL;
export const isEvents = (key: string) => key === EVENTS;
/** The keys that belong to the library. */
export const ownKeys = (disk: Disk) => [...disk.keys()].filter((key) => key === INSTALL || key === EVENTS);

interface Recorded {
  id: string;
  installTime?: number;
  run?: { state: 'found' | 'used' | 'unanswered' };
  unopened?: { url: string };
}

const recordOn = (disk: Disk) => JSON.parse(disk.get(INSTALL) || 'null') as Recorded | null;

/** The state of the first run on a disk; `undefined` if there is no record. */
export function runOn(disk: Disk): Run | undefined {
  const record = recordOn(disk);
  return record ? (!record.run ? 'first' : record.run.state === 'found' ? 'used' : record.run.state) : undefined;
}

/** The link on a disk that a later launch may open. */
export const unopenedOn = (disk: Disk) => recordOn(disk)?.unopened?.url;

export const idOn = (disk: Disk) => recordOn(disk)?.id;
export const installTimeOn = (disk: Disk) => recordOn(disk)?.installTime;

/** The events of a stored value, oldest first; lines that can't be read are left out. */
export function eventsIn(text: string | undefined): StoredEvent[] {
  return (text ?? '').split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as StoredEvent];
    } catch {
      return [];
    }
  });
}

export const eventsOn = (disk: Disk) => eventsIn(disk.get(EVENTS));

/** Removes the mark of the first run, as if it had not ended. */
export const reopenRun = (disk: Disk) => disk.set(INSTALL, JSON.stringify({ ...recordOn(disk), run: undefined }));
