import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddedAppWire } from '../../../src/routes/admin/apps.ts';
import type { FindingWire } from '../../../src/routes/admin/doctor.ts';
import type { KeyWire } from '../../../src/routes/admin/keys.ts';
import type { AppChangeWire, AppWire, NewAppWire } from '../../../src/routes/wire/app.ts';
import { request } from '../api/request.ts';

export type App = AppWire;
export type NewApp = NewAppWire;
export type AppChange = AppChangeWire;
export type AddedApp = AddedAppWire;
export type Key = KeyWire;
export type NewKey = Pick<Key, 'kind' | 'scope' | 'label'>;
export type AddedKey = KeyWire & { secret: string };
export type Finding = FindingWire;

export const appsKey = ['apps'] as const;

/** The apps that whoever is signed in may see. */
export const appsQuery = queryOptions({
  queryKey: appsKey,
  queryFn: async ({ signal }) => (await request<{ apps: App[] }>('/api/apps', { signal })).apps,
});

export function useAddApp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (app: NewApp) => request<AddedApp>('/api/apps', { method: 'POST', body: app }),
    // The page with the keys stays until somebody copied them, so nothing is loaded again yet.
    onSuccess: ({ app }) => client.setQueryData(appsKey, (apps: App[] | undefined) => [...(apps ?? []), app]),
  });
}

export function useChangeApp(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: AppChange) =>
      request<App>(`/api/apps/${encodeURIComponent(app)}`, { method: 'PATCH', body: change }),
    onSuccess: (changed) => {
      client.setQueryData(appsKey, (apps: App[] | undefined) =>
        apps?.map((known) => (known.id === changed.id ? changed : known))
      );
      return client.invalidateQueries({ queryKey: ['doctor', app] });
    },
  });
}

export const keysQuery = (app: string) =>
  queryOptions({
    queryKey: ['keys', app],
    queryFn: async ({ signal }) => (await request<{ keys: Key[] }>('/api/keys', { query: { app }, app, signal })).keys,
  });

export function useAddKey(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: NewKey) => request<AddedKey>('/api/keys', { method: 'POST', body: { app, ...key } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys', app] }),
  });
}

export function useRevokeKey(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<undefined>(`/api/keys/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['keys', app] }),
  });
}

/** What `doctor` finds. It asks the app's hosts each time, so it runs again only on request or after a change. */
export const doctorQuery = (app: string) =>
  queryOptions({
    queryKey: ['doctor', app],
    queryFn: async ({ signal }) =>
      (await request<{ findings: Finding[] }>(`/api/apps/${encodeURIComponent(app)}/doctor`, { app, signal })).findings,
    staleTime: Infinity,
    retry: false,
  });
