import { DataTable } from '../ui/DataTable.tsx';
import { Money, writeMoney } from '../ui/Money.tsx';
import { definitionOf } from './measures.ts';
import type { Point, Report } from './requests.ts';

interface CurveTableProps {
  /** The newest first. */
  points: readonly Point[];
  unit: Report['unit'];
  nameOf: (point: Point) => string;
  main: string | null;
  /** The name of the saved table. */
  file: string;
}

/** All points of the curve. */
export function CurveTable({ points, unit, nameOf, main, file }: CurveTableProps) {
  return (
    <DataTable
      caption={`Numbers by ${unit}, newest first`}
      file={file}
      rows={points}
      keyOf={({ at }) => at}
      columns={[
        { name: unit === 'day' ? 'Day' : 'Hour', text: ({ at }) => at, render: nameOf },
        { name: 'Visitors', isNumber: true, about: definitionOf('visitors'), text: ({ visitors }) => visitors },
        { name: 'Installs', isNumber: true, about: definitionOf('installs'), text: ({ installs }) => installs },
        { name: 'Buyers', isNumber: true, about: definitionOf('buyers'), text: ({ buyers }) => buyers },
        {
          name: 'Revenue',
          isNumber: true,
          about: definitionOf('revenue'),
          text: ({ revenue }) => writeMoney(revenue, main),
          render: ({ revenue }) => <Money sums={revenue} main={main} />,
        },
      ]}
    />
  );
}
