import { useQueryClient, type Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isUnreachable } from '../api/Problem.ts';
import { Failure } from './Failure.tsx';

const hasFailed = (query: Query) => query.isActive() && isUnreachable(query.state.error);

/** Says once, for all queries of a page, that the service can't be reached: see Loaded. */
export function Unreachable() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const find = () => cache.findAll({ predicate: hasFailed });
  // The same failure is the same object, so it is rendered only once.
  const error = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => find()[0]?.state.error ?? null
  );
  if (error === null) return null;
  return (
    <Failure
      error={error}
      isOld={find().some(({ state }) => state.data !== undefined)}
      onRetry={() => void client.refetchQueries({ predicate: hasFailed })}
    />
  );
}
