import { useAddress } from '../ui/useAddress.ts';
import { MEASURES, type Measure } from './measures.ts';

/** The number that the chart shows and panels are sorted by, as chosen in the address. */
export function useMeasure(initial: Measure = 'visitors') {
  const { params, set } = useAddress();
  const measure = MEASURES.find((known) => known === params.get('show')) ?? initial;
  return { measure, show: (chosen: Measure) => set({ show: chosen === initial ? null : chosen }) };
}
