import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImportReportWire } from '../../../src/routes/owner/links/import.ts';
import type { DeletedLinksWire, LinkListWire } from '../../../src/routes/owner/links/list.ts';
import type { ChangeListWire } from '../../../src/routes/owner/changes.ts';
import type { ClickListWire } from '../../../src/routes/owner/lists/clicks.ts';
import type { LinkChangeWire, LinkWire, NewLinkWire } from '../../../src/routes/wire/link.ts';
import { request } from '../api/request.ts';
import type { StatisticsWire } from '../../../src/routes/owner/reports/statistics.ts';
import type { View } from '../report/view.ts';
import type { Days } from '../ui/useDays.ts';

export type Link = LinkWire;
export type ListedLink = LinkListWire['links'][number];
export type NewLink = NewLinkWire;
export type LinkChange = LinkChangeWire;
export type ImportReport = ImportReportWire;
export type Change = ChangeListWire['changes'][number];
export type Click = ClickListWire['clicks'][number];

const PAGE_LINKS = 100;
/** The most links that one request changes. */
export const MAX_SELECTED = 1_000;
const PAGE_CLICKS = 10;

/** A file of 10,000 links takes some seconds, and much longer on a busy machine. */
const IMPORT_WITHIN_MS = 120_000;

const linkPath = (code: string) => `/api/links/${encodeURIComponent(code)}`;

export const LINK_SORTS = ['created', 'name', 'visitors', 'installs', 'buyers', 'revenue'] as const;

/** Which links are listed, and in which order. */
export interface LinkSelection {
  kind: 'campaign' | 'shared';
  sort: (typeof LINK_SORTS)[number];
  search: string;
  /** Null for both. */
  disabled: 'true' | 'false' | null;
  createdFrom: string;
  createdTo: string;
}

/** What the list of links can be filtered by. */
export const LINK_FILTERS = ['campaign', 'source', 'medium', 'tag'] as const;

function listQuery({ disabled, ...selection }: LinkSelection, { filters }: View) {
  const wanted = LINK_FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name] || null]]));
  return { ...selection, disabled: disabled ?? undefined, ...(Object.fromEntries(wanted) as Record<string, string>) };
}

export const linksQuery = (app: string, selection: LinkSelection, view: View) =>
  infiniteQueryOptions({
    queryKey: ['links', app, selection, view.days, view.attribution, view.filters],
    queryFn: ({ pageParam, signal }) =>
      request<LinkListWire>('/api/links', {
        app,
        query: {
          ...view.days,
          ...listQuery(selection, view),
          attribution: view.attribution,
          ...{ counts: 'true', limit: PAGE_LINKS, cursor: pageParam },
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** All links of a list, up to MAX_SELECTED. */
export const listAllLinks = async (app: string, selection: LinkSelection, view: View) =>
  (await request<LinkListWire>('/api/links', { app, query: { ...listQuery(selection, view), limit: MAX_SELECTED } }))
    .links;

/** The numbers of paths, those with the most visitors first. */
export const pathLinksQuery = (app: string, days: Days) =>
  infiniteQueryOptions({
    queryKey: ['statistics', app, 'paths', days],
    queryFn: ({ pageParam, signal }) =>
      request<StatisticsWire>('/api/statistics', {
        app,
        query: { ...days, by: 'link', kind: 'path', order: 'visitors', limit: PAGE_LINKS, cursor: pageParam },
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

/** Changes of one link, or of the whole app. */
export const changesQuery = (app: string, code?: string) =>
  infiniteQueryOptions({
    queryKey: ['changes', app, code],
    queryFn: ({ pageParam, signal }) =>
      request<ChangeListWire>('/api/changes', {
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

/** Creates the links of a CSV file. A trial only returns what would become of each row. */
export function useImportLinks(app: string, { isTrial }: { isTrial: boolean }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (csv: string) =>
      request<ImportReport>('/api/links/import', {
        method: 'POST',
        app,
        body: { csv, dryRun: isTrial },
        withinMs: IMPORT_WITHIN_MS,
      }),
    onSuccess: () => {
      if (!isTrial) void client.invalidateQueries({ queryKey: ['links', app] });
    },
  });
}

export function useChangeLink(app: string, code: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: LinkChange) => request<Link>(linkPath(code), { method: 'PATCH', app, body: change }),
    onSuccess: (link) => {
      client.setQueryData(linkQuery(app, code).queryKey, link);
      void client.invalidateQueries({ queryKey: ['changes', app] });
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
      client.removeQueries({ queryKey: changesQuery(app, code).queryKey });
    },
  });
}

/** Queries that show links, or their numbers. */
const LINK_KEYS = ['links', 'link', 'statistics', 'changes'] as const;

/** A change of links, after which everything that shows them is loaded again. */
function useLinksChange<Input, Answer extends object | undefined>(app: string, ask: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSuccess: () => {
      for (const key of LINK_KEYS) void client.invalidateQueries({ queryKey: [key, app] });
    },
  });
}

export const useUndoChange = (app: string) =>
  useLinksChange(app, ({ subject, before, after }: Change) =>
    after === null
      ? request<Link>(`${linkPath(subject ?? '')}/restore`, { method: 'POST', app })
      : request<Link>(linkPath(subject ?? ''), { method: 'PATCH', app, body: before ?? {} })
  );

export type LinkChanges = readonly (LinkChange & { code: string })[];

/** Changes all links with one request, or none. */
export const useChangeLinks = (app: string) =>
  useLinksChange(app, (links: LinkChanges) =>
    request<{ changed: number }>('/api/links', { method: 'PATCH', app, body: { links } })
  );

/** Deletes all links with one request, or none. */
export const useDeleteLinks = (app: string) =>
  useLinksChange(app, (codes: readonly string[]) =>
    request<undefined>('/api/links/delete', { method: 'POST', app, body: { codes } })
  );

/** Restores all links, or none. */
export const useRestoreLinks = (app: string) =>
  useLinksChange(app, (codes: readonly string[]) =>
    request<undefined>('/api/links/restore', { method: 'POST', app, body: { codes } })
  );

/** Creates a link for each name, or none at all. */
export function useAddLinks(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { names: readonly string[]; template: NewLink }) =>
      request<{ links: Link[] }>('/api/links/bulk', { method: 'POST', app, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['links', app] }),
  });
}

/** Which of the links that users shared to delete. */
export type SharedLinks =
  | { which: 'of-user'; createdBy: string }
  | { which: 'of-day'; day: string; timezone: string }
  | { which: 'all' };

function sharedQuery(links: SharedLinks): Record<string, string> {
  switch (links.which) {
    case 'of-user':
      return { createdBy: links.createdBy };
    case 'of-day':
      return { day: links.day, timezone: links.timezone };
    case 'all':
      return { all: 'true' };
  }
}

/** Deletes the links, a part with each request; returns how many. */
async function deleteSharedLinks(app: string, links: SharedLinks): Promise<number> {
  let deleted = 0;
  for (;;) {
    const part = await request<DeletedLinksWire>('/api/links', {
      method: 'DELETE',
      app,
      query: { kind: 'shared', ...sharedQuery(links) },
    });
    deleted += part.deleted;
    if (!part.hasMore) return deleted;
  }
}

export function useDeleteSharedLinks(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (links: SharedLinks) => deleteSharedLinks(app, links),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['links', app] });
      void client.invalidateQueries({ queryKey: ['statistics', app] });
    },
  });
}
