import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SharedViewWire, ShareWire } from '../../../src/routes/owner/sharedViews.ts';
import { request } from '../api/request.ts';

export type Share = ShareWire;
export type NewShare = Pick<Share, 'label' | 'filter' | 'showsNames' | 'expiresAt'>;
export type SharedApp = SharedViewWire['app'];
/** The links or campaigns that a view shows. */
export type Bound = Share['filter'];

/** More than an app may have, unless somebody raised its quota. */
const MOST = 1_000;

export const sharesQuery = (app: string) =>
  queryOptions({
    queryKey: ['shares', app],
    queryFn: async ({ signal }) =>
      (await request<{ shares: Share[] }>('/api/shares', { app, query: { limit: MOST }, signal })).shares,
  });

export function useAddShare(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (share: NewShare) =>
      request<Share & { token: string }>('/api/shares', { method: 'POST', app, body: share }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['shares', app] }),
  });
}

export function useEndShare(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<undefined>(`/api/shares/${encodeURIComponent(id)}`, { method: 'DELETE', app }),
    onSettled: () => client.invalidateQueries({ queryKey: ['shares', app] }),
  });
}

/** For a guest: whose numbers these are, and until when. */
export const sharedQuery = ({ app, token, bound }: { app: string; token: string; bound: Bound }) =>
  queryOptions({
    queryKey: ['shared', app, token],
    queryFn: ({ signal }) => request<SharedViewWire>('/api/shared', { app, token, query: bound, signal }),
  });
