import { linkFromTarget } from '../../../src/core/linkFromTarget';
import type { LinkTarget, ParsedLink } from '../../../src/core/parseLink';
import type { Search, SessionEvent, SessionState, Unopened } from '../../../src/core/sessionState';

/** Something that the session has begun and that has not ended: a question, or a timer. */
export interface Job {
  kind:
    | 'launchLink'
    | 'overdue'
    | 'deadline'
    | 'record'
    | 'gathered'
    | 'clickId'
    | 'matched'
    | 'rested'
    | 'pasted'
    | 'resolved'
    | 'erased';
  by?: Search | ParsedLink | Unopened;
  /** The newest link when a link was pasted. */
  known?: SessionState['newest'];
}

export interface Setting {
  isAllowed: boolean;
  mayRetry: boolean;
  isAndroid: boolean;
  lateLinks: boolean;
}

export const LAUNCH = 'shop://launch';
export const DEFERRED = 'https://shop.test/deferred';
export const EARLIER = 'https://shop.test/earlier';
export const ENDS = 0;
export const EARLY = 0;
export const LATER = 60_000;
/** When something happens that is no echo of the newest link. */
export const laterThan = (newest: SessionState['newest']) => (newest?.at ?? EARLY) + LATER;

export const linkTo = (url: string): ParsedLink => ({ url, type: 'scheme', host: '', route: '/', isShort: false });
export const TARGET: LinkTarget = { url: DEFERRED, route: '/deferred' };
export const UNOPENED = linkFromTarget({ url: EARLIER, route: '/earlier' }, 'deferred');

export const launchLink = (
  url: string | null,
  known: SessionState['newest'] | undefined,
  at = EARLY,
  isReload = false
): SessionEvent => ({ type: 'launchLink', link: url === null ? null : linkTo(url), at, known, isReload });

export const clipboardLink = (target: LinkTarget | null, known: SessionState['newest']): SessionEvent => ({
  type: 'clipboardLink',
  pastedLink: DEFERRED,
  target,
  ends: ENDS,
  known,
});

/** What the shell begins when one state follows another. */
export function begun(before: SessionState | null, { search, direct, unopened }: SessionState): Job[] {
  const jobs: Job[] = [];
  if (unopened?.phase === 'erasing' && unopened !== before?.unopened) jobs.push({ kind: 'erased', by: unopened });
  if (direct && direct !== before?.direct) jobs.push({ kind: 'resolved', by: direct });
  if (search === before?.search) return jobs;
  const question = {
    reading: 'record',
    gathering: 'gathered',
    matching: 'matched',
    resolving: 'resolved',
    late: 'clickId',
    unanswered: 'rested',
  } as const;
  // One pause stands for all.
  if (search.phase === 'unanswered' && search.tries > 0) return jobs;
  if (search.phase === 'launching') jobs.push({ kind: 'launchLink', by: search }, { kind: 'overdue' });
  else if (search.phase in question) {
    jobs.push({ kind: question[search.phase as keyof typeof question], by: search });
  }
  return jobs;
}

const GATHERED = { type: 'gathered' as const, body: {}, hasTime: true };
const LATE = Promise.resolve(null);

/** Everything that a job may come to, in words. */
export function endings(
  { kind, by, known }: Job,
  { mayRetry, isAndroid, lateLinks }: Setting
): [string, SessionEvent][] {
  // The kind of a job says which phase has asked for it.
  const asked = by as never;
  const failed: [string, SessionEvent] = [`an unexpected failure instead of "${kind}"`, { type: 'failed', by: asked }];
  switch (kind) {
    case 'launchLink':
      return [
        ['there is no launch link', launchLink(null, null)],
        ['there is a launch link', launchLink(LAUNCH, null)],
        ['there is the launch link of a reload', launchLink(LAUNCH, null, EARLY, true)],
        failed,
      ];
    case 'overdue':
      return [['the launch link takes too long', launchLink(null, undefined)]];
    case 'deadline':
      return [['the deadline', { type: 'deadline', isLast: !lateLinks }]];
    case 'record':
      return [
        ...(['first', 'used'] as const).map((run): [string, SessionEvent] => [
          `the record says ${run}`,
          { type: 'record', by: asked, run, ends: ENDS },
        ]),
        [
          'the record says used, and holds a link that nobody took',
          { type: 'record', by: asked, run: 'used', ends: ENDS, unopened: UNOPENED },
        ],
        ...(mayRetry
          ? [
              ['the record says unanswered', { type: 'record', by: asked, run: 'unanswered', ends: ENDS }] as [
                string,
                SessionEvent,
              ],
            ]
          : []),
        failed,
      ];
    case 'gathered':
      return [
        ['the fingerprint is gathered', { ...GATHERED, by: asked }],
        ['there is nothing to ask with', { ...GATHERED, by: asked, body: null }],
        ['the fingerprint is gathered too late', { ...GATHERED, by: asked, hasTime: false }],
        ...(isAndroid
          ? [
              [
                'there is nothing to ask with before the click id',
                { ...GATHERED, by: asked, body: null, late: LATE },
              ] as [string, SessionEvent],
              ['the fingerprint is gathered before the click id', { ...GATHERED, by: asked, late: LATE }] as [
                string,
                SessionEvent,
              ],
            ]
          : []),
        failed,
      ];
    case 'clickId':
      return [
        ['the click id comes late', { type: 'clickId', by: asked, id: 'late' }],
        ['there is no click id', { type: 'clickId', by: asked, id: null }],
      ];
    case 'rested':
      return [['the pause is over', { type: 'returned', by: asked, ends: ENDS, tries: 1 }]];
    case 'pasted':
      return [
        ['the service knows the pasted link', clipboardLink(TARGET, known ?? null)],
        ...(mayRetry
          ? [['no answer about the pasted link', clipboardLink(null, known ?? null)] as [string, SessionEvent]]
          : []),
      ];
    case 'erased':
      return [['the erasing of the unopened link ends', { type: 'erased', by: by as Unopened }]];
    case 'matched':
      return [
        ['the service finds a link', { type: 'matched', by: asked, target: TARGET, mayRetry: false }],
        ['the service finds nothing', { type: 'matched', by: asked, target: null, mayRetry: false }],
        ...(mayRetry
          ? [['no answer', { type: 'matched', by: asked, target: null, mayRetry: true }] as [string, SessionEvent]]
          : []),
        failed,
      ];
    case 'resolved': {
      const link = 'phase' in asked ? linkFromTarget(TARGET, 'deferred') : linkFromTarget(by as ParsedLink, 'scheme');
      return [['the link is resolved', { type: 'resolved', by: asked, link }], failed];
    }
  }
}

/** Stands for every phase that is over. */
export const OVER: Search = { phase: 'launching' };

/**
 * The deadline is called off when the app is told; all else goes on until it ends. Of several answers of a kind
 * that have become void one stands for all, and the order in which they were asked for does not matter.
 */
export function underWay(jobs: Job[], { told, search, direct }: SessionState): Job[] {
  const kinds = new Set<string>();
  return jobs
    .filter(({ kind, by }) => {
      if (kind === 'deadline') return told === undefined;
      if (!by || by === search || by === direct || kind === 'erased') return true;
      // A timer of a phase that is over does nothing.
      if (kind === 'rested') return false;
      const isNew = !kinds.has(kind);
      kinds.add(kind);
      return isNew;
    })
    .map((job) =>
      job.by && job.kind !== 'erased' && 'phase' in job.by && job.by !== search ? { ...job, by: OVER } : job
    )
    .sort(
      (one, other) =>
        (one.kind < other.kind ? -1 : Number(one.kind > other.kind)) ||
        Number(one.by === search) - Number(other.by === search)
    );
}
