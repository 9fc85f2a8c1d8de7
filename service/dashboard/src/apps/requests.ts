import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { nothingSchema, request } from '../api/request.ts';

const nullableText = z.nullable(z.string());

export const appSchema = z.object({
  id: z.string(),
  name: z.string(),
  hosts: z.array(z.string()),
  iosAppId: nullableText,
  appStoreId: nullableText,
  androidPackage: nullableText,
  androidSha256: z.array(z.string()),
  scheme: nullableText,
  attributionDays: z.number(),
  createdAt: z.string(),
});
export type App = z.output<typeof appSchema>;

export const appListSchema = z.object({ apps: z.array(appSchema) });

export const addedAppSchema = z.object({ app: appSchema, publishableKey: z.string(), secretKey: z.string() });
export type AddedApp = z.output<typeof addedAppSchema>;

const keySchema = z.object({
  id: z.string(),
  kind: z.enum(['publishable', 'secret']),
  hint: z.string(),
  createdAt: z.string(),
  revokedAt: nullableText,
});
export type Key = z.output<typeof keySchema>;

export const keyListSchema = z.object({ keys: z.array(keySchema) });

export const addedKeySchema = z.extend(keySchema, { secret: z.string() });
export type AddedKey = z.output<typeof addedKeySchema>;

const findingSchema = z.object({
  verdict: z.enum(['good', 'bad', 'unknown']),
  what: z.string(),
  advice: z.optional(z.string()),
});
export type Finding = z.output<typeof findingSchema>;

export const findingsSchema = z.object({ findings: z.array(findingSchema) });

export const appsKey = ['apps'] as const;

/** The apps that whoever is signed in may see. */
export const appsQuery = queryOptions({
  queryKey: appsKey,
  queryFn: async ({ signal }) => (await request(appListSchema, '/api/apps', { signal })).apps,
});

export type AppChange = Partial<Omit<App, 'id' | 'createdAt'>>;
export type NewApp = AppChange & Pick<App, 'id' | 'name'>;

export function useAddApp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (app: NewApp) => request(addedAppSchema, '/api/apps', { method: 'POST', body: app }),
    // The page with the keys stays until somebody has copied them, so nothing is asked anew yet.
    onSuccess: ({ app }) => client.setQueryData(appsKey, (apps: App[] | undefined) => [...(apps ?? []), app]),
  });
}

export function useChangeApp(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: AppChange) =>
      request(appSchema, `/api/apps/${encodeURIComponent(app)}`, { method: 'PATCH', body: change }),
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
    queryFn: async ({ signal }) => (await request(keyListSchema, '/api/keys', { query: { app }, app, signal })).keys,
  });

export function useAddKey(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (kind: Key['kind']) => request(addedKeySchema, '/api/keys', { method: 'POST', body: { app, kind } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys', app] }),
  });
}

export function useRevokeKey(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(nothingSchema, `/api/keys/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['keys', app] }),
  });
}

/** What `doctor` finds; it asks the app's hosts, so it is asked when somebody wants to know. */
export const doctorQuery = (app: string) =>
  queryOptions({
    queryKey: ['doctor', app],
    queryFn: async ({ signal }) =>
      (await request(findingsSchema, `/api/apps/${encodeURIComponent(app)}/doctor`, { app, signal })).findings,
    staleTime: Infinity,
    retry: false,
  });
