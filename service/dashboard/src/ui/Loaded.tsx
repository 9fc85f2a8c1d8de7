import type { ReactNode } from 'react';
import { isUnreachable } from '../api/Problem.ts';
import { Failure } from './Failure.tsx';
import { Loading } from './Loading.tsx';

/** As much of a query as is needed to show it. */
export interface Loadable<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  /** Said where more was asked for: see ShowMore. */
  isFetchNextPageError?: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Loadable<Data>;
  /** What is loaded, as in "Loading the links…". */
  what: string;
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** Shows what a query has: while more is on its way, and after a failure, what there was before stays. */
export function Loaded<Data>({ query, what, lines = 3, children }: LoadedProps<Data>) {
  const { data, error, isFetching, isPlaceholderData, isFetchNextPageError = false } = query;
  const retry = () => void query.refetch();
  // Unreachable says it once, on top of the page.
  if (data === undefined && isUnreachable(error)) return <p className="panel-body muted">Not loaded.</p>;
  if (data === undefined) {
    return error ? <Failure error={error} onRetry={retry} /> : <Loading what={what} lines={lines} />;
  }
  return (
    <>
      {error && !isFetchNextPageError && !isUnreachable(error) ? <Failure error={error} onRetry={retry} isOld /> : null}
      <div className="loaded" aria-busy={isFetching} data-old={isPlaceholderData}>
        {children(data)}
      </div>
    </>
  );
}
