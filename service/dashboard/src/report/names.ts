import type { StatisticsRowWire } from '../../../src/routes/owner/reports/statistics.ts';
import type { Dimension } from './view.ts';

export const DIMENSION_NAMES: Readonly<Record<Dimension, string>> = {
  campaign: 'Campaign',
  source: 'Source',
  medium: 'Medium',
  link: 'Link',
  tag: 'Tag',
  platform: 'Platform',
  browser: 'Browser',
  country: 'Country',
  system: 'System',
};

const NONE: Readonly<Record<Dimension, string>> = {
  campaign: 'No campaign',
  source: 'No source',
  medium: 'No medium',
  link: 'Without a link',
  tag: 'No tag',
  platform: 'Unknown platform',
  browser: 'Unknown browser',
  country: 'Unknown country',
  system: 'Unknown system',
};

const PLATFORMS: Readonly<Record<string, string>> = {
  ios: 'iPhone and iPad',
  android: 'Android',
  other: 'Computers and others',
};

const countries = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });

function nameOfCountry(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}

/** What to call a value; an empty one stands for none. */
export function nameOfValue(dimension: Dimension, value: string): string {
  if (value === '') return NONE[dimension];
  if (dimension === 'platform') return PLATFORMS[value] ?? value;
  if (dimension === 'country') return nameOfCountry(value);
  return value;
}

/** The value that a row stands for, as a filter has it. */
export function valueOfRow(row: StatisticsRowWire, dimension: Dimension): string {
  return (dimension === 'link' ? row.link?.code : row[dimension]) ?? '';
}

/** What to call a row. A link has the name that the team gave it, or else its title. */
export function nameOfRow(row: StatisticsRowWire, dimension: Dimension): string {
  const own = dimension === 'link' ? (row.link?.name ?? row.link?.title) : null;
  return own ?? nameOfValue(dimension, valueOfRow(row, dimension));
}
