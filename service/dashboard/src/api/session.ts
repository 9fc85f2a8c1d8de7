import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isRefused } from './Problem.ts';
import { request } from './request.ts';
import { nothingSchema, sessionSchema, type Session } from './schemas.ts';

export const sessionKey = ['session'] as const;

const PATH = '/api/session';

/** Who is signed in; null if nobody is. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await request(sessionSchema, PATH, { signal });
    } catch (error) {
      if (isRefused(error)) return null;
      throw error;
    }
  },
  // Asked again when a request is refused.
  staleTime: Infinity,
});

/** What one person saw is not for the next. */
function replaceSession(client: QueryClient, session: Session | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  client.setQueryData(sessionKey, session);
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => request(sessionSchema, PATH, { method: 'POST', body: { key } }),
    onSuccess: (session) => replaceSession(client, session),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(nothingSchema, PATH, { method: 'DELETE' }),
    onSuccess: () => replaceSession(client, null),
  });
}
