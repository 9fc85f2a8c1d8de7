import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TimelineWire } from '../../../src/routes/owner/people/timeline.ts';
import type { UserWire } from '../../../src/routes/owner/people/users.ts';
import type { ForgottenWire, InstallWire } from '../../../src/routes/wire/person.ts';
import { request } from '../api/request.ts';

export type Install = InstallWire;
export type Forgotten = ForgottenWire;

export const PERSON_KINDS = ['user', 'install'] as const;

/** Who is looked for: by the app's own id of a person, or by the id of an install. */
export interface Person {
  kind: (typeof PERSON_KINDS)[number];
  id: string;
}

export interface Found {
  installs: readonly Install[];
  /** Whether more installs carry the user id than are listed. */
  hasMore: boolean;
}

const personPath = ({ kind, id }: Person) => `/api/${kind}s/${encodeURIComponent(id)}`;

export const personQuery = (app: string, person: Person) =>
  queryOptions({
    queryKey: ['person', app, person.kind, person.id],
    queryFn: async ({ signal }): Promise<Found> =>
      person.kind === 'user'
        ? request<UserWire>(personPath(person), { app, signal })
        : { installs: [await request<Install>(personPath(person), { app, signal })], hasMore: false },
  });

export type Moment = TimelineWire['moments'][number];

export const timelineQuery = (app: string, install: string) =>
  queryOptions({
    queryKey: ['person', app, 'timeline', install],
    queryFn: ({ signal }) =>
      request<TimelineWire>(`${personPath({ kind: 'install', id: install })}/timeline`, { app, signal }),
  });

/** Deletes everything of a person. If many installs carry the user id, the service wants their number confirmed. */
export function useForgetPerson(app: string, person: Person) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (confirmed: number | null) =>
      request<Forgotten>(personPath(person), {
        method: 'DELETE',
        app,
        query: { confirm: confirmed ?? undefined },
      }),
    // Any page may show something of the person. A deletion that was cut off may have deleted a part.
    onSettled: () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === app }),
  });
}
