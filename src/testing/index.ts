export { clearLoggedEvents, loggedEvents } from './loggedEvents';
export { createFakeService } from './createFakeService';
export { createMemoryStorage } from './createMemoryStorage';
export { openLink } from './openLink';
export { TestLinkProvider } from './TestLinkProvider';
export type { FakeRequest, FakeService, FakeServiceAnswers } from './createFakeService';
export type { LoggedEvent } from './loggedEvents';
export type { MemoryStorage } from './createMemoryStorage';
export type { TestLinkProviderProps } from './TestLinkProvider';
