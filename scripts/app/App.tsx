import { useState, type JSX } from 'react';
import { Text } from 'react-native';
import {
  LinkAnalytics,
  LinkEventNames,
  LinkProvider,
  getInstallId,
  getInstallLink,
  matchCopiedLink,
  onLink,
  openLink,
  useLinkContext,
  useLinkEvent,
  type Config,
  type Consent,
  type Diagnostic,
  type DiagnosticOutcome,
  type DiagnosticStep,
  type Link,
  type LinkContextType,
  type LinkMatch,
  type LinkProviderProps,
  type LinkStorage,
  type LinkType,
} from 'react-native-deferred-link';
import { createLink, type CreatedLink, type NewLink } from 'react-native-deferred-link/create-link';
import {
  createNativeIntent,
  useLinkRoute,
  type NativeIntent,
  type NativeIntentOptions,
} from 'react-native-deferred-link/expo-router';
import { createLinking, useScreenLink, type LinkingSetup } from 'react-native-deferred-link/react-navigation';
import {
  clearLoggedEvents,
  createFakeService,
  createMemoryStorage,
  fakeExpoModules,
  loggedEvents,
  openLink as openLinkInTest,
  resetLinkSession,
  TestLinkProvider,
  type FakeAnswer,
  type FakeRequest,
  type FakeService,
  type FakeServiceAnswers,
  type LoggedEvent,
  type FakeExpoFacts,
  type MemoryStorage,
  type TestLinkFacts,
  type TestLinkProviderProps,
} from 'react-native-deferred-link/testing';
import {
  LinkProvider as EarlierLinkProvider,
  useLinkContext as useEarlierLinkContext,
  type Config as EarlierConfig,
  type DeferredLinkContext,
  type LinkProviderProps as EarlierLinkProviderProps,
  type LinkStorage as EarlierLinkStorage,
} from 'react-native-deferred-link/v0.3';

const values = new Map<string, string>();

const storage: LinkStorage = {
  getItem: (key) => values.get(key) ?? null,
  setItem: (key, value) => void values.set(key, value),
};

const slowest: Partial<Record<DiagnosticStep, number>> = {};

const matches: DiagnosticOutcome<'match'>[] = [];

function onDiagnostic(entry: Diagnostic) {
  const { step, durationMs } = entry;
  if (entry.step === 'match') matches.push(entry.outcome);
  slowest[step] = Math.max(durationMs, slowest[step] ?? 0);
}

function Screen() {
  const { isLinkProcessed, linkUrl, linkRoute, linkType, link, clearLink }: LinkContextType = useLinkContext();
  const match: LinkMatch | null = link?.match ?? null;
  const [last, setLast] = useState<Link | null>(null);
  useLinkEvent(setLast);
  const kinds: Record<LinkType, string> = { deferred: 'install', verified: 'web', scheme: 'app' };

  function open() {
    LinkAnalytics.logEvent(LinkEventNames.ViewItem, { route: linkRoute, last: last?.route });
    LinkAnalytics.setUserId('user-1');
    void getInstallId().then((id: string | null) => LinkAnalytics.logEvent('sign_up', { id }));
    void matchCopiedLink('https://go.example.com/summer');
    LinkAnalytics.logEvent('share', { by: match?.by });
    clearLink();
  }

  return (
    <Text onPress={open}>{isLinkProcessed ? `${String(linkUrl)} ${linkType ? kinds[linkType] : ''}` : 'Looking…'}</Text>
  );
}

function EarlierScreen() {
  const { deferredLinkProcessed, deferredLink, route }: DeferredLinkContext = useEarlierLinkContext();
  return <Text>{deferredLinkProcessed ? `${String(deferredLink)} ${route ?? ''}` : 'Looking…'}</Text>;
}

/** What an app does outside React. */
export async function handleScan(text: string): Promise<string> {
  const stop: () => void = onLink(({ route }) => LinkAnalytics.logEvent(LinkEventNames.ViewItem, { route }));
  const isOurs: boolean = openLink(text);
  const installLink: Link | null = await getInstallLink();
  stop();
  return `${String(isOurs)} ${installLink?.route ?? ''}`;
}

const invite: NewLink = { route: '/invite', data: { invitedBy: 'Ada' } };

export async function share(): Promise<string> {
  const created: CreatedLink = await createLink(invite);
  return created.ok ? created.url : created.reason;
}

export function ProductScreen(): JSX.Element {
  return <Text>{String(useScreenLink()?.data?.invitedBy)}</Text>;
}

const setup: LinkingSetup<{ Home: undefined; Product: { id: string } }> = {
  config: { screens: { Home: '', Product: 'product/:id' } },
};

export const linking = createLinking(setup);

const intentOptions: NativeIntentOptions = { linkDomains: ['go.example.com'] };
export const intent: NativeIntent = createNativeIntent(intentOptions);

function RootLayout() {
  const [path, setPath] = useState('/');
  useLinkRoute((route) => setPath(route));
  return <Text>{path}</Text>;
}

/** What an app's own tests do. */
export function underTest(): JSX.Element {
  const match: FakeAnswer = { link: 'https://shop.test/product/42', data: { invitedBy: 'Ada' } };
  const answers: FakeServiceAnswers = { match };
  const service: FakeService = createFakeService(answers);
  const expoFacts: FakeExpoFacts = { installReferrer: 'clickId=abc' };
  fakeExpoModules(expoFacts);
  const memory: MemoryStorage = createMemoryStorage({ seen: 'yes' });
  const requests: FakeRequest[] = service.requests;
  const events: LoggedEvent[] = loggedEvents();
  clearLoggedEvents();
  const facts: TestLinkFacts = { data: { invitedBy: 'Ada' } };
  openLinkInTest('https://shop.test/product/42', facts);
  resetLinkSession();
  const counts = [requests.length, events.length, Object.keys(memory.entries()).length].join();
  const props: TestLinkProviderProps = { link: '/product/42', children: <Text>{counts}</Text> };
  return <TestLinkProvider {...props} />;
}

export function App(): JSX.Element {
  const [consent] = useState<Consent>('granted');
  const config: Config = {
    API_KEY: 'pk_live',
    appID: 'shop',
    baseUrl: 'https://links.test',
    storage,
    consent,
    onDiagnostic,
  };
  const earlierStorage: EarlierLinkStorage = storage;
  const earlierConfig: EarlierConfig = { API_KEY: 'pk_live', appID: 'shop', storage: earlierStorage };
  const props: LinkProviderProps = { config, children: [<Screen key="screen" />, <RootLayout key="layout" />] };
  const earlierProps: EarlierLinkProviderProps = { config: earlierConfig, children: <EarlierScreen /> };
  return (
    <>
      <LinkProvider {...props} />
      <EarlierLinkProvider {...earlierProps} />
    </>
  );
}
