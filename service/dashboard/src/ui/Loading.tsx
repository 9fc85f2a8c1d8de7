/** Says what is loading. The lines hold the place, so nothing jumps when it arrives. */
export function Loading({ what, lines = 3 }: { what: string; lines?: number }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">Loading {what}…</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="loading-line" />
      ))}
    </div>
  );
}
