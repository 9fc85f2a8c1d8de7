import { useAddress } from '../ui/useAddress.ts';
import { useDays, type Days } from '../ui/useDays.ts';

/** Where somebody came from. */
export const ORIGINS = ['campaign', 'source', 'medium', 'link', 'tag'] as const;
/** Who they are. */
export const AUDIENCES = ['platform', 'browser', 'country', 'system'] as const;

export type Dimension = (typeof ORIGINS)[number] | (typeof AUDIENCES)[number];

const DIMENSIONS: readonly Dimension[] = [...ORIGINS, ...AUDIENCES];

/** An empty value stands for none, such as no campaign. */
export type Filters = Readonly<Partial<Record<Dimension, string>>>;

export const isAudience = (name: Dimension) => (AUDIENCES as readonly string[]).includes(name);

/** Audiences are counted per campaign, but not per link, source, medium or tag. */
const areCountedTogether = (one: Dimension, other: Dimension) =>
  one === 'campaign' || other === 'campaign' || isAudience(one) === isAudience(other);

export const canFilter = (filters: Filters, by: Dimension) =>
  (Object.keys(filters) as Dimension[]).every((name) => areCountedTogether(name, by));

/** What all figures of a page are about. */
export interface View {
  days: Days;
  isCompared: boolean;
  /** Which link gets a sale: the last one that the person opened, or the one that brought them. */
  attribution: 'last' | 'brought';
  /** Whether sales without a link count, too. */
  sales: 'all' | 'links';
  filters: Filters;
}

const NO_ORIGINS = Object.fromEntries(ORIGINS.map((name) => [name, null]));

function readFilters(params: URLSearchParams): Filters {
  const filters: Partial<Record<Dimension, string>> = {};
  for (const name of DIMENSIONS) {
    const value = params.get(name);
    // Of two filters that aren't counted together, the first one wins.
    if (value !== null && canFilter(filters, name)) filters[name] = value;
  }
  return filters;
}

/** The view in the address, and what changes it. */
export function useView(timezone: string) {
  const { params, set } = useAddress();
  const { days, ...range } = useDays(timezone);
  const filters = readFilters(params);
  const view: View = {
    days,
    isCompared: params.get('compare') !== 'no',
    attribution: params.get('attribution') === 'brought' ? 'brought' : 'last',
    sales: params.get('sales') === 'links' ? 'links' : 'all',
    filters,
  };
  return {
    ...range,
    view,
    compare: (isCompared: boolean) => set({ compare: isCompared ? null : 'no' }),
    attribute: (attribution: View['attribution']) => set({ attribution: attribution === 'last' ? null : attribution }),
    count: (sales: View['sales']) => set({ sales: sales === 'all' ? null : sales }),
    /** Null removes the filter. Whoever came without a link came without a campaign, too. */
    filter: (name: Dimension, value: string | null) =>
      set({ ...(name === 'link' && value === '' ? NO_ORIGINS : {}), [name]: value }),
  };
}
