import { RANGE_OPTIONS, useDays } from '../state/useDays.ts';
import { Choice } from './Choice.tsx';

export function DaysChoice() {
  const { range, choose } = useDays();
  return <Choice legend="Days" options={RANGE_OPTIONS} value={range} onChange={choose} />;
}
