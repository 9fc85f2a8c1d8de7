import { linkFromTarget } from '../../../src/core/linkFromTarget';
import { reduceSession, type SessionEvent, type SessionState } from '../../../src/core/sessionState';
import { EARLY, LATER } from './jobs';

/** The reducer with one mistake. */
export const FAULTS: Record<string, (state: SessionState, event: SessionEvent) => SessionState | undefined> = {
  'an old answer about the record counts': (state, event) =>
    event.type === 'record' && state.search.phase === 'reading'
      ? reduceSession(state, { ...event, by: state.search })
      : undefined,
  'an old fingerprint counts': (state, event) =>
    event.type === 'gathered' && state.search.phase === 'gathering'
      ? reduceSession(state, { ...event, by: state.search })
      : undefined,
  'an old match counts': (state, event) =>
    event.type === 'matched' && state.search.phase === 'matching'
      ? reduceSession(state, { ...event, by: state.search })
      : undefined,
  'a match counts although its consent is gone': (state, event) =>
    event.type === 'matched' && event.target && state.search.phase === 'held'
      ? { ...state, told: linkFromTarget(event.target, 'deferred') }
      : undefined,
  'an older short link is told': (state, event) =>
    event.type === 'resolved' && !('phase' in event.by) ? { ...state, direct: null, told: event.link } : undefined,
  'withdrawn consent does not stop the match': (state, event) =>
    event.type === 'consent' && !event.isAllowed && state.search.phase === 'matching'
      ? { ...state, isAllowed: false }
      : undefined,
  'withdrawn consent leaves the app waiting': (state, event) =>
    event.type === 'consent' && !event.isAllowed
      ? { ...reduceSession(state, event), told: state.told, search: { phase: 'held' } }
      : undefined,
  'a tapped link does not end the search': (state, event) =>
    event.type === 'link' ? { ...reduceSession(state, event), search: state.search } : undefined,
  'the deadline does nothing': (state, event) => (event.type === 'deadline' ? state : undefined),
  'the deadline drops a short link': (state, event) =>
    event.type === 'deadline' && state.told === undefined ? { ...state, direct: null, told: null } : undefined,
  'the deadline ends the search': (state, event) =>
    event.type === 'deadline' && state.search.phase === 'matching'
      ? { ...state, told: null, search: { phase: 'used' } }
      : undefined,
  'without late links, the deadline loses a link that is being resolved': (state, event) =>
    event.type === 'deadline' && event.isLast && state.told === undefined ? { ...state, told: null } : undefined,
  'a late launch link replaces a newer link': (state, event) =>
    event.type === 'launchLink' && event.link && event.known === null
      ? reduceSession({ ...state, newest: null }, event)
      : undefined,
  'an echo counts as a link': (state, event) =>
    event.type === 'link' ? reduceSession(state, { ...event, at: 100 * LATER }) : undefined,
  'a second tap on the newest link counts as its echo': (state, event) =>
    event.type === 'link' ? reduceSession(state, { ...event, at: EARLY }) : undefined,
  'a grant begins a used search anew': (state, event) =>
    event.type === 'consent' && event.isAllowed && state.search.phase === 'used'
      ? { ...state, isAllowed: true, search: { phase: 'reading' } }
      : undefined,
  'a grant makes the app wait again': (state, event) =>
    event.type === 'consent' && event.isAllowed && state.search.phase === 'held'
      ? { ...reduceSession(state, event), told: undefined }
      : undefined,
  'a failure while resolving loses the link': (state, event) =>
    event.type === 'failed' && event.by === state.search && state.search.phase === 'resolving'
      ? { ...state, told: null, search: { phase: 'used' } }
      : undefined,
  'the old link of a new activity is told again': (state, event) =>
    event.type === 'launchLink' ? reduceSession({ ...state, launchUrl: null }, event) : undefined,
  'a deferred link is told before it is stored': (state, event) =>
    event.type === 'resolved' && event.by === state.search
      ? { ...state, search: { phase: 'used' }, told: event.link, unopened: { phase: 'told', link: event.link } }
      : undefined,
  'a link that is taken stays in storage': (state, event) =>
    event.type === 'taken' ? { ...state, told: null } : undefined,
  'a link that is taken stays in the context': (state, event) =>
    event.type === 'taken' ? { ...state, unopened: null } : undefined,
  'the link of an earlier launch is offered before it is erased': (state, event) =>
    event.type === 'claimed' && state.unopened
      ? { ...state, unopened: { ...state.unopened, phase: 'offered' } }
      : undefined,
  'the link of an earlier launch is erased for nobody': (state, event) =>
    event.type === 'erased' && event.by === state.unopened ? { ...state, unopened: null } : undefined,
  'a denial leaves the link of an earlier launch on offer': (state, event) =>
    event.type === 'consent' ? { ...reduceSession(state, event), unopened: state.unopened } : undefined,
  'a link that is opened leaves the unopened one': (state, event) =>
    event.type === 'link' ? { ...reduceSession(state, event), unopened: state.unopened } : undefined,
  'the context shows the link of an earlier launch': (state, event) =>
    event.type === 'erased' ? { ...reduceSession(state, event), told: event.by.link } : undefined,
  'a click id that is due when the match ends is forgotten': (state, event) =>
    event.type === 'matched' && !event.target && event.by === state.search
      ? { ...state, search: { phase: 'used' }, told: state.told ?? null }
      : undefined,
  'a click id that comes after the match is forgotten': (state, event) =>
    event.type === 'clickId' && state.search.phase === 'late' ? { ...state, search: { phase: 'used' } } : undefined,
  'the launch link of a reload is opened': (state, event) =>
    event.type === 'launchLink' && event.isReload ? reduceSession(state, { ...event, isReload: false }) : undefined,
  'a new activity may hand over the link of a reload': (state, event) =>
    event.type === 'launchLink' && event.isReload
      ? { ...reduceSession(state, event), launchUrl: state.launchUrl }
      : undefined,
  'an activity without a link makes an echo a tap': (state, event) =>
    event.type === 'launchLink' && !event.link && state.newest
      ? { ...reduceSession(state, event), newest: { url: '', at: state.newest.at } }
      : undefined,
  'a pasted link is told after a newer one': (state, event) =>
    event.type === 'clipboardLink' ? reduceSession(state, { ...event, known: state.newest }) : undefined,
  'a pasted link without an answer is forgotten in a pause': (state, event) =>
    event.type === 'clipboardLink' && !event.target ? { ...state, search: { phase: 'used' } } : undefined,
  'the pause of an older match counts': (state, event) =>
    event.type === 'returned' && state.search.phase === 'unanswered' && event.by !== state.search
      ? reduceSession(state, { ...event, by: state.search })
      : undefined,
  'a pause brings the end of the wait back': (state, event) =>
    event.type === 'returned' ? { ...reduceSession(state, event), told: undefined } : undefined,
  'a link that the app hands over is taken for the system’s': (state, event) =>
    event.type === 'link' ? reduceSession(state, { ...event, isOwn: false }) : undefined,
  'a link of the system is taken for one that the app hands over': (state, event) =>
    event.type === 'link' ? reduceSession(state, { ...event, isOwn: true }) : undefined,
  'the echo of a link that the app handed over is forgotten': (state, event) =>
    event.type === 'link' && event.link.url === state.newest?.url && event.at === state.newest.at ? state : undefined,
  'an activity without a link leaves the old one known': (state, event) =>
    event.type === 'launchLink' && !event.link && state.search.phase !== 'launching' ? state : undefined,
};
