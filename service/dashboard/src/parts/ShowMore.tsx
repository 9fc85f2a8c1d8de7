interface ShowMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

export function ShowMore({ query }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="show-more">
      <button
        type="button"
        className="button quiet"
        disabled={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
      </button>
    </div>
  );
}
