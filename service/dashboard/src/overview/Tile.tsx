import type { ReactNode } from 'react';

interface TileProps {
  name: string;
  /** What the figure means. */
  about?: string;
  value: ReactNode;
  note?: ReactNode;
}

export function Tile({ name, about, value, note }: TileProps) {
  return (
    <div className="tile" title={about}>
      <dt>{name}</dt>
      <dd className="tile-value">{value}</dd>
      {note !== undefined && <dd className="tile-note">{note}</dd>}
    </div>
  );
}
