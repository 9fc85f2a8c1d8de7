import { attempt, jsonOf } from '../core/attempt';
import { firstUsable } from '../core/firstUsable';
import { within } from '../core/within';
import { copyLink } from '../core/linkFromTarget';
import { hashOf } from '../core/hashOf';
import { randomId } from '../core/randomId';
import type { Settings } from '../core/resolveConfig';
import type { Verdict } from '../core/sessionState';
import type { Ports, Source } from '../ports';
import type { Link } from '../types';
import type { Vault } from './vault';

interface InstallRecord {
  v: 1;
  /** A random id by which the service recognises the install. */
  id: string;
  /** Android restores backups onto new phones. The install time tells them apart. */
  installTime?: number | undefined;
  /**
   * How the first run ended, and when. `pastedLink`: the copied link of a match without an answer. `isSpent`: the
   * fingerprint was answered, and only the click id or the copied link was not.
   */
  run?: ({ state: 'found' | 'used' | 'unanswered'; at: number } & Pick<Verdict, 'pastedLink' | 'isSpent'>) | undefined;
  /** The deferred link, until somebody takes it, or a day after it was found. */
  unopened?: Link | undefined;
  /** The same link once it is taken or too old to be opened: it says which link brought this install. */
  opened?: Link | undefined;
  /** The launch link that was taken last, and the start of its process. */
  launch?: { hash: number; start: number } | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** An older install belongs to somebody who had the app before this library came with an update. */
const NEW_INSTALL_DAYS = 7;
/** The system answers at once, if at all. Without an answer the install counts as new. */
const AGE_MS = 500;
/** How long the app may take to say whether the install is new, and the system to say when it was made. */
const ANSWER_MS = 2000;
/** How long the launch link may wait until it is known whether a reload hands it over again. */
const RELOAD_MS = 500;
/** The start of a process is computed from clocks, so two answers differ a little. */
const SAME_START_MS = 2000;
/** In characters: every launch reads what is kept for good. Larger data is gone once its link is opened. */
const MAX_KEPT_DATA_LENGTH = 4 * 1024;
/** What a request waits for the id: as long as the slowest fact of a fingerprint may take, so no match waits for it. */
export const ID_MS = 1000;

/** A record that we can't read was left by an earlier launch all the same; `null` then. */
const parseRecord = (text: string | null): InstallRecord | null =>
  attempt(() => {
    const record = JSON.parse(String(text)) as InstallRecord;
    const { v, id, run = {} } = record;
    return v === 1 && typeof id === 'string' && /^[\w-]{1,64}$/.test(id) && Object(run) === run ? record : null;
  }) ?? null;

/** Nobody opens the link any more, but it is kept. */
function shelve(record: InstallRecord) {
  const { unopened: link } = record;
  delete record.unopened;
  if (!link) return;
  record.opened = String(jsonOf(link.data)).length > MAX_KEPT_DATA_LENGTH ? { ...link, data: null } : link;
}

/** The record of this install: its id, and whether its first run is used up. One read at launch answers both. */
export function createInstall(ports: Ports, settings: Settings, vault: Vault) {
  const { os, clock, log } = ports;
  const answerMs = Math.min(ANSWER_MS, settings.timeoutMs / 2);
  /** Replaced after a denial: nothing from before it may come back. */
  let current: { opening?: Promise<Verdict> | undefined; record?: InstallRecord; id?: string; isUnread?: boolean } = {};

  async function readTime(sources: Source[]) {
    // The next source is asked in time for whoever waits least.
    const read = (answer: unknown) => (typeof answer === 'number' && answer > 0 ? answer : null);
    return (await firstUsable(clock, answerMs, sources, read, vault.isAllowed, AGE_MS / 2)).value;
  }

  // A person who comes back after a day has found another way. A clock that was ahead is set back when the phone finds
  // a network, which is when asking again is of use, and must not lose a link either.
  const isRecent = (since: number) => Math.abs(clock.now() - since) < DAY_MS;

  /** What the app itself says about this install; `undefined` if it gives no usable answer. */
  async function askApp(): Promise<boolean | undefined> {
    const { isNewInstall } = settings;
    if (isNewInstall === undefined) return undefined;
    const { value, reason = 'not a boolean' } = await within(clock, answerMs, () =>
      typeof isNewInstall === 'function' ? isNewInstall() : isNewInstall
    );
    if (typeof value === 'boolean') return value;
    log.error('isNewInstall', reason);
    return undefined;
  }

  /** Nothing is stored: is the install new, or did an update bring the library to an old one? */
  async function judgeInstall(timing: Promise<number | undefined> | undefined): Promise<Verdict> {
    const isNew = await askApp();
    if (isNew === false) return { run: 'used', reason: 'config.isNewInstall said so' };
    if (isNew) return { run: 'first' };
    const { value: installed = Infinity } = await within(clock, AGE_MS, () => timing ?? readTime(ports.installTime));
    const days = Math.floor((clock.now() - installed) / DAY_MS);
    if (days < NEW_INSTALL_DAYS) return { run: 'first' };
    const reason = `the app was installed ${days} days ago`;
    return __DEV__
      ? { run: 'first', reason: `${reason}; a release build would not match it` }
      : { run: 'used', reason };
  }

  /** The record shares no link with the app, which may change what it holds. */
  const copyOf = (link: Link | undefined) => copyLink(link, 'deferred');

  function judgeRun({ run, unopened }: InstallRecord): Verdict {
    if (!run) return { run: 'first' };
    // To ask Google Play again for a click id repeats no match.
    return (settings.retryUnansweredMatch || run.isSpent) && run.state === 'unanswered' && isRecent(run.at)
      ? { ...run, run: 'unanswered' }
      : { run: 'used', unopened: isRecent(run.at) ? copyOf(unopened) : undefined };
  }

  const newId = () => (current.id ??= randomId(clock.now(), ports.random));

  const save = async (mine: typeof current) =>
    current === mine && vault.keep('install', () => String(jsonOf(mine.record)));

  async function open(mine: typeof current): Promise<Verdict> {
    const timing = os === 'android' ? readTime(ports.installTime) : undefined;
    const stored = await vault.read('install', settings.lateLinkMs);
    if (!stored.ok) {
      // Whoever asks for the id next reads again, and so do we when storage has given in, or has lost the record.
      mine.opening = undefined;
      if (!mine.isUnread) void stored.again?.then(openOnce);
      mine.isUnread = vault.isAllowed();
      return { run: 'used', reason: `unreadable: ${stored.reason}` };
    }
    const old = parseRecord(stored.value);
    const oldTime = old?.installTime;
    const isRestored = oldTime !== undefined && ((await timing) ?? oldTime) !== oldTime;
    const verdict: Verdict = isRestored
      ? { run: 'first', reason: 'stored by an earlier install' }
      : old
        ? judgeRun(old)
        : stored.value === null
          ? await judgeInstall(timing)
          : { run: 'used', reason: 'the record is damaged' };
    const record: InstallRecord = (mine.record = old && !isRestored ? old : { v: 1, id: newId() });
    if (!verdict.unopened) shelve(record);
    if (verdict.run === 'used') record.run ??= { state: 'used', at: clock.now() };
    void timing?.then((time) => {
      record.installTime = time ?? record.installTime;
      void save(mine);
    });
    // A new one is written at once: no request may leave with an id that a killed process forgets.
    void save(mine);
    return verdict;
  }

  const openOnce = () => (current.opening ??= open(current));

  /** Changes the record once it is read; resolves to whether storage holds the change. An unreadable one is kept. */
  async function change(edit: (record: InstallRecord) => void, mine = current): Promise<boolean> {
    if (!mine.record && !mine.isUnread) await openOnce();
    if (!mine.record) return false;
    edit(mine.record);
    return save(mine);
  }

  return {
    isAllowed: vault.isAllowed,

    /** What the record says now: since it was read, an attempt may have ended. */
    async open(): Promise<Verdict> {
      const verdict = await openOnce();
      const { record } = current;
      return record?.run && verdict.run !== 'used' ? judgeRun(record) : verdict;
    },

    /** The id, within `ms`; `null` without consent. While storage gives none, the id is a temporary one. */
    async id(ms = ID_MS): Promise<string | null> {
      const mine = current;
      if (!vault.isAllowed()) return null;
      await within(clock, mine.isUnread ? ID_MS : ms, openOnce);
      return vault.isAllowed() && current === mine ? (mine.record?.id ?? newId()) : null;
    },

    /** The attempt has ended, or a link has made it pointless. A deferred link that was found waits to be taken. */
    noteUsed: (link?: Link) =>
      change((record) => {
        const at = clock.now();
        if (link) {
          record.unopened = copyOf(link);
          record.run = { state: 'found', at };
        } else if (!record.run || record.run.state === 'unanswered') record.run = { state: 'used', at };
      }),

    /** Somebody has taken the deferred link, or a newer one has made it obsolete. */
    shelveUnopened: () => change(shelve),

    /** The deferred link that brought this install, whether somebody has taken it or not. */
    async link(): Promise<Link | undefined> {
      await openOnce();
      const { unopened, opened } = current.record ?? {};
      return vault.isAllowed() ? copyOf(unopened ?? opened) : undefined;
    },

    /** The attempt got no answer: another one may be made until a day after the first. */
    noteUnanswered: ({ pastedLink, isSpent }: { pastedLink?: string; isSpent?: true }) =>
      change((record) => {
        const { run } = record;
        record.run = {
          at: clock.now(),
          ...run,
          state: 'unanswered',
          pastedLink: pastedLink ?? run?.pastedLink,
          // What is exact is worth more than a fingerprint without a match, which has used the run up.
          isSpent: isSpent ?? run?.isSpent ?? run?.state === 'used',
        };
      }),

    /** Whether the day in which an unanswered match is repeated is not over. */
    mayAskAgain: () => isRecent(Number(current.record?.run?.at)),

    /** Whether a pasted link may be matched: in the first run, and for a day after one that found no link. */
    async mayMatchClipboard(): Promise<boolean> {
      await openOnce();
      const { record } = current;
      const { run } = record ?? {};
      return record !== undefined && (!run || (run.state !== 'found' && isRecent(run.at)));
    },

    /** Somebody has taken the link that launched the app. */
    async noteLaunch(url: string, mine = current) {
      const start = await readTime(ports.processStart);
      if (start) await change((record) => (record.launch = { hash: hashOf(url), start }), mine);
    },

    /** Whether this process was launched by this link, and somebody took it before JavaScript was loaded again. */
    isReload: (url: string) =>
      within(clock, RELOAD_MS, async () => {
        await openOnce();
        const { launch } = current.record ?? {};
        if (launch?.hash !== hashOf(url)) return false;
        return Math.abs(Number(await readTime(ports.processStart)) - launch.start) < SAME_START_MS;
      }).then(({ value }) => value),

    forget() {
      current = {};
    },
  };
}

export type Install = ReturnType<typeof createInstall>;
