import { act, render, screen } from '@testing-library/react-native';
import { Text } from 'react-native';
import type * as Creating from 'react-native-deferred-link/create-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, settle } from '../support/createDevice';
import { load } from './loadKit';

test('the fake service gives a link with its data and its match', async () => {
  const { LinkProvider, useLinkContext, createFakeService, createMemoryStorage } = load();
  const match = { link: '/invite', data: { invitedBy: 'Ada' }, match: { by: 'clickId', confidence: 1 } } as const;
  globalThis.fetch = createFakeService({ match }).fetch;
  function Invitation() {
    const { link } = useLinkContext();
    return <Text>{`${String(link?.data?.invitedBy)} ${link?.match?.by}`}</Text>;
  }
  render(
    <LinkProvider config={{ ...CONFIG, storage: createMemoryStorage() }}>
      <Invitation />
    </LinkProvider>
  );
  await act(settle);
  screen.getByText('Ada clickId');
});

test('the fake service makes links, the same for the same route and data, and knows them again', async () => {
  const { LinkProvider, Screen, createFakeService, createMemoryStorage } = load();
  const { createLink } = require('react-native-deferred-link/create-link') as typeof Creating;
  const service = createFakeService();
  globalThis.fetch = service.fetch;
  const { DeviceEventEmitter } = require('react-native') as typeof import('react-native');
  render(
    <LinkProvider config={{ ...CONFIG, storage: createMemoryStorage() }}>
      <Screen />
    </LinkProvider>
  );
  await act(settle);
  const first = await createLink({ route: '/invite', data: { invitedBy: 'Ada' } });
  const again = await createLink({ route: '/invite', data: { invitedBy: 'Ada' }, title: 'Hello' });
  const other = await createLink({ route: '/invite', data: { invitedBy: 'Bob' } });
  expect(first).toEqual({ ok: true, url: 'https://go.example/link-1' });
  expect(again).toEqual(first);
  expect(consoleLines()).toEqual([expect.stringContaining('--shared-titles on')]);
  expect(other).toEqual({ ok: true, url: 'https://go.example/link-2' });
  expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(['match-link', 'create', 'create', 'create']);
  await act(async () => {
    DeviceEventEmitter.emit('url', { url: 'https://go.example/link-1' });
    await settle();
  });
  screen.getByText('verified /invite');
  await act(async () => {
    DeviceEventEmitter.emit('url', { url: 'https://go.example/link-2?ref=mail' });
    await settle();
  });
  screen.getByText('verified /invite?ref=mail');
  await createLink({ route: '/invite?from=app' });
  await act(async () => {
    DeviceEventEmitter.emit('url', { url: 'https://go.example/link-3' });
    await settle();
  });
  screen.getByText('verified /invite?from=app');
  await act(async () => {
    DeviceEventEmitter.emit('url', { url: 'https://go.example/link-3?ref=mail' });
    await settle();
  });
  screen.getByText('verified /invite?from=app&ref=mail');
});
