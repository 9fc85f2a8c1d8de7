import { initialLabState } from './initialLabState';
import type { LabAction } from './LabAction';
import type { LabState, Process, Switches } from './LabState';
import { recordReport } from './recordReport';
import { startEpisode } from './startEpisode';

function turnSwitch(state: LabState, change: Partial<Switches>, at: number): LabState {
  const turned = { ...state, switches: { ...state.switches, ...change } };
  const isRunning = state.app.kind === 'installed' && state.app.process !== null;
  const { consent } = change;
  return isRunning && consent ? startEpisode(turned, { kind: 'consent', consent }, at) : turned;
}

function setProcess(state: LabState, process: Process | null): LabState {
  return state.app.kind === 'absent' ? state : { ...state, app: { ...state.app, process } };
}

function launch(state: LabState, initialUrl: string | null, at: number): LabState {
  const launches = state.launches + 1;
  const started = startEpisode(state, { kind: 'launch', count: launches, url: initialUrl }, at);
  return {
    // No id is used twice, so every launch is a new frame, and therefore a new process.
    ...setProcess(started, { id: at, initialUrl, isInForeground: true, openedUrls: [] }),
    launches,
  };
}

function changeProcess(state: LabState, change: (process: Process) => Process): LabState {
  const process = state.app.kind === 'absent' ? null : state.app.process;
  return process === null ? state : setProcess(state, change(process));
}

function tapLink(state: LabState, url: string, at: number): LabState {
  if (state.app.kind === 'absent') return { ...state, place: { view: 'browser', url } };
  if (state.app.process === null) return launch(state, url, at);
  return startEpisode(
    changeProcess(state, (process) => ({
      ...process,
      isInForeground: true,
      openedUrls: [...process.openedUrls, url],
    })),
    { kind: 'tap', url },
    at
  );
}

function openApp(state: LabState, at: number): LabState {
  if (state.app.kind === 'absent') return state;
  if (state.app.process === null) return launch(state, null, at);
  return changeProcess(state, (process) => ({ ...process, isInForeground: true }));
}

function uninstall(state: LabState): LabState {
  if (state.app.kind === 'absent') return state;
  return {
    ...state,
    app: { kind: 'absent' },
    backupOf: state.app.install.id,
    launches: 0,
    place: { view: 'home' },
  };
}

/** With the page, the app's process is gone. It is started again, by the link that it was opened by last. */
function afterReload(state: LabState, at: number): LabState {
  const process = state.app.kind === 'absent' ? null : state.app.process;
  const cutOff = { kind: 'failed', reason: 'The page was loaded again.' } as const;
  const silent: LabState = {
    ...state,
    banner: null,
    episodes: state.episodes.map((episode) => ({
      ...episode,
      requests: episode.requests.map((request) =>
        request.end === null ? { ...request, endedAt: request.startedAt, end: { ...cutOff, id: request.id } } : request
      ),
    })),
  };
  if (process === null) return silent;
  const launched = launch(silent, process.openedUrls.at(-1) ?? process.initialUrl, at);
  return changeProcess(launched, (started) => ({ ...started, isInForeground: process.isInForeground }));
}

/** One phone as one state machine. */
export function labReducer(state: LabState, action: LabAction): LabState {
  switch (action.type) {
    case 'phoneReplaced':
      return initialLabState({ ...action, owner: state.owner, switches: state.switches });
    case 'switched':
      return turnSwitch(state, action.change, action.at);
    case 'linkTapped':
      return tapLink(state, action.url, action.at);
    case 'messagesOpened':
      return { ...state, place: { view: 'messages' } };
    case 'storeOpened':
      return { ...state, place: { view: 'store', referrer: action.referrer } };
    case 'linkCopied':
      return { ...state, clipboard: action.link, banner: 'Link copied' };
    case 'installed':
      return { ...state, app: { kind: 'installed', install: action.install, process: null } };
    case 'uninstalled':
      return uninstall(state);
    case 'appOpened':
      return openApp(state, action.at);
    case 'homePressed':
      return {
        ...changeProcess(state, (process) => ({ ...process, isInForeground: false })),
        place: { view: 'home' },
      };
    case 'appClosed':
      return { ...setProcess(state, null), place: { view: 'home' } };
    case 'bannerExpired':
      return { ...state, banner: null };
    case 'pageReloaded':
      return afterReload(state, action.at);
    case 'episodeSelected':
      return { ...state, selectedEpisode: action.id };
    case 'phoneReported':
      return recordReport(state, action.message);
  }
}
