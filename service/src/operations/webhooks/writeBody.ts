import type { Delivery, Webhook } from '../../storage/companyTables.ts';

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

/** A message with the event's name and a line for each field that has a value. */
function writeSlack({ type, data }: Told): string {
  const fields = Object.entries(JSON.parse(data) as Record<string, unknown>).filter(([, value]) => value !== null);
  const lines = fields.map(([name, value]) => `${name}: ${escape(asText(value).slice(0, MAX_VALUE_LENGTH))}`);
  return JSON.stringify({ text: [`*${type}*`, ...lines].join('\n') });
}

/** The body of a delivery. What is too large goes without its data. */
export function writeBody(format: Webhook['format'], told: Told): string {
  return format === 'slack' ? writeSlack(told) : writeStandard(told);
}
