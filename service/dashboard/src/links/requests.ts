import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { matchedBySchema } from '../matching/requests.ts';
import { nothingSchema, request } from '../api/request.ts';

const nullableText = z.nullable(z.string());

export const linkSchema = z.object({
  code: z.string(),
  shortUrl: z.string(),
  destination: z.string(),
  title: nullableText,
  description: nullableText,
  imageUrl: nullableText,
  data: z.nullable(z.record(z.string(), z.unknown())),
  fallbacks: z.object({ ios: nullableText, android: nullableText, desktop: nullableText }),
  expiresAt: nullableText,
  disabled: z.boolean(),
  createdAt: z.string(),
});
export type Link = z.output<typeof linkSchema>;

export const linkListSchema = z.object({ links: z.array(linkSchema), nextCursor: nullableText });

const clickSchema = z.object({
  id: z.string(),
  device: nullableText,
  model: nullableText,
  systemVersion: nullableText,
  createdAt: z.string(),
  claimedAt: nullableText,
  claimedBy: matchedBySchema,
});
export type Click = z.output<typeof clickSchema>;

export const clickListSchema = z.object({ clicks: z.array(clickSchema), nextCursor: nullableText });

/** Two screens full. */
const PAGE_LINKS = 30;
const PAGE_CLICKS = 15;

const linkPath = (code: string) => `/api/links/${encodeURIComponent(code)}`;

export const linksQuery = (app: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['links', app, search],
    queryFn: ({ pageParam, signal }) =>
      request(linkListSchema, '/api/links', {
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
    queryFn: ({ signal }) => request(linkSchema, linkPath(code), { app, signal }),
  });

export const clicksQuery = (app: string, code: string) =>
  infiniteQueryOptions({
    queryKey: ['clicks', app, code],
    queryFn: ({ pageParam, signal }) =>
      request(clickListSchema, '/api/clicks', {
        app,
        query: { link: code, limit: PAGE_CLICKS, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export type LinkChange = Partial<Omit<Link, 'code' | 'shortUrl' | 'createdAt'>>;
export type NewLink = Omit<LinkChange, 'disabled'> & { code?: string };

export function useAddLink(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (link: NewLink) => request(linkSchema, '/api/links', { method: 'POST', app, body: link }),
    onSuccess: (link) => {
      client.setQueryData(linkQuery(app, link.code).queryKey, link);
      void client.invalidateQueries({ queryKey: ['links', app] });
    },
  });
}

export function useChangeLink(app: string, code: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: LinkChange) => request(linkSchema, linkPath(code), { method: 'PATCH', app, body: change }),
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
    mutationFn: () => request(nothingSchema, linkPath(code), { method: 'DELETE', app }),
    onSuccess: () => {
      client.removeQueries({ queryKey: linkQuery(app, code).queryKey });
      void client.invalidateQueries({ queryKey: ['links', app] });
      void client.invalidateQueries({ queryKey: ['statistics', app] });
    },
  });
}
