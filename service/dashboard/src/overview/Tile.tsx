import type { ReactNode } from 'react';

interface TileProps {
  name: string;
  value: ReactNode;
  note?: ReactNode;
}

export function Tile({ name, value, note }: TileProps) {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd className="tile-value">{value}</dd>
      {note !== undefined && <dd className="tile-note">{note}</dd>}
    </div>
  );
}
