import type { ReactNode } from 'react';
import { isUnreachable } from '../api/Problem.ts';
import { Failure } from './Failure.tsx';
import { Loading } from './Loading.tsx';

export interface Loadable<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  /** ShowMore shows this failure. */
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

/** Shows the data of a query. While it loads again, and after a failure, the old data stays. */
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
