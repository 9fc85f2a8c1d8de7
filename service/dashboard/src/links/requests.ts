import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LinkListWire } from '../../../src/routes/owner/links/links.ts';
import type { ClickListWire } from '../../../src/routes/owner/lists/clicks.ts';
import type { LinkChangeWire, LinkWire, NewLinkWire } from '../../../src/routes/wire/link.ts';
import { request } from '../api/request.ts';

export type Link = LinkWire;
export type NewLink = NewLinkWire;
export type LinkChange = LinkChangeWire;
export type Click = ClickListWire['clicks'][number];

/** Two screens full. */
const PAGE_LINKS = 30;
const PAGE_CLICKS = 15;

const linkPath = (code: string) => `/api/links/${encodeURIComponent(code)}`;

export const linksQuery = (app: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['links', app, search],
    queryFn: ({ pageParam, signal }) =>
      request<LinkListWire>('/api/links', {
        app,
        query: { search: search || undefined, limit: PAGE_LINKS, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const linkQuery = (app: string, code: string) =>
  queryOptions({
    queryKey: ['link', app, code],
    queryFn: ({ signal }) => request<Link>(linkPath(code), { app, signal }),
  });

export const clicksQuery = (app: string, code: string) =>
  infiniteQueryOptions({
    queryKey: ['clicks', app, code],
    queryFn: ({ pageParam, signal }) =>
      request<ClickListWire>('/api/clicks', {
        app,
        query: { link: code, limit: PAGE_CLICKS, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export function useAddLink(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (link: NewLink) => request<Link>('/api/links', { method: 'POST', app, body: link }),
    onSuccess: (link) => {
      client.setQueryData(linkQuery(app, link.code).queryKey, link);
      void client.invalidateQueries({ queryKey: ['links', app] });
    },
  });
}

export function useChangeLink(app: string, code: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: LinkChange) => request<Link>(linkPath(code), { method: 'PATCH', app, body: change }),
    onSuccess: (link) => {
      client.setQueryData(linkQuery(app, code).queryKey, link);
      void client.invalidateQueries({ queryKey: ['links', app] });
      void client.invalidateQueries({ queryKey: ['statistics', app] });
    },
  });
}

export function useDeleteLink(app: string, code: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<undefined>(linkPath(code), { method: 'DELETE', app }),
    onSuccess: () => {
      client.removeQueries({ queryKey: linkQuery(app, code).queryKey });
      void client.invalidateQueries({ queryKey: ['links', app] });
      void client.invalidateQueries({ queryKey: ['statistics', app] });
    },
  });
}
