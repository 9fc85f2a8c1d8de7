import type { Delivery, Webhook } from '../../storage/schema/tables.ts';
import type { FallFields } from '../digests/writeFall.ts';
import type { WeekFields } from '../digests/writeWeek.ts';

/** Standard Webhooks asks receivers to take this much. */
const MAX_BODY_BYTES = 20_000;

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

type Told = Pick<Delivery, 'type' | 'at' | 'data'>;

function writeStandard({ type, at, data }: Told): string {
  const timestamp = at.toISOString();
  const body = `{"type":${JSON.stringify(type)},"timestamp":"${timestamp}","data":${data}}`;
  return sizeOf(body) < MAX_BODY_BYTES ? body : JSON.stringify({ type, timestamp, truncated: true });
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** Slack reads <, > and & as markup. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Longer lines are hard to read in a channel. */
const MAX_VALUE_LENGTH = 300;

const number = (value: number) => value.toLocaleString('en');

const compared = ({ count, before }: { count: number; before: number }) =>
  `${number(count)} (before: ${number(before)})`;

function tellWeek(week: WeekFields): string[] {
  const { installsPer100Visitors: per100, revenue, links, campaigns } = week;
  const best = (name: string, rows: readonly [string, { count: number; before: number }][]) =>
    rows.length === 0 ? [] : [`${name}: ${rows.map(([value, counts]) => `${value} ${compared(counts)}`).join(', ')}`];
  const others = revenue && revenue.otherCurrencies > 0 ? ` +${revenue.otherCurrencies}` : '';
  return [
    `*${week.app}: ${week.from} to ${week.to}, and the week before*`,
    `Visitors: ${compared(week.visitors)}`,
    `Installs: ${compared(week.installs)}`,
    `Installs per 100 visitors: ${per100.value ?? '–'} (before: ${per100.before ?? '–'})`,
    `Bought by now: ${number(week.bought)}`,
    ...(revenue ? [`Revenue: ${revenue.sum} ${revenue.currency}${others} (before: ${revenue.before})`] : []),
    ...best(
      'Best links, by installs',
      links.map(({ code, name, ...counts }) => [name ?? code, counts])
    ),
    ...best(
      'Best campaigns, by installs',
      campaigns.map(({ campaign, ...counts }) => [campaign, counts])
    ),
  ];
}

const tellFall = ({ app, day, installs, usual }: FallFields): string[] => [
  `*${app}: far fewer installs than usual*`,
  `${number(installs)} on ${day}, and ${number(usual)} on the same day of the last four weeks.`,
];

/** The event's name and a line for each field that has a value. */
function tellAnything(type: string, data: Record<string, unknown>): string[] {
  const fields = Object.entries(data).filter(([, value]) => value !== null);
  return [`*${type}*`, ...fields.map(([name, value]) => `${name}: ${asText(value).slice(0, MAX_VALUE_LENGTH)}`)];
}

function writeSlack({ type, data }: Told): string {
  const fields = JSON.parse(data) as Record<string, unknown>;
  const lines =
    type === 'week.ended'
      ? tellWeek(fields as WeekFields)
      : type === 'installs.fell'
        ? tellFall(fields as FallFields)
        : tellAnything(type, fields);
  return JSON.stringify({ text: lines.map(escape).join('\n') });
}

/** The body of a delivery. A standard body that is too large leaves its data out. */
export function writeBody(format: Webhook['format'], told: Told): string {
  return format === 'slack' ? writeSlack(told) : writeStandard(told);
}
