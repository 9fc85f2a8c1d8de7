import { RANGE_OPTIONS, useDays } from './useDays.ts';
import { SegmentedControl } from './SegmentedControl.tsx';

export function DaysChoice() {
  const { range, choose } = useDays();
  return <SegmentedControl legend="Days" options={RANGE_OPTIONS} value={range} onChange={choose} />;
}
