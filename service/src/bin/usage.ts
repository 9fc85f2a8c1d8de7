import { OpenAPIHono, type z } from '@hono/zod-openapi';

const WIDTH = 100;

/** The part of a field in the OpenAPI document that the help uses. */
interface Property {
  type?: unknown;
  enum?: readonly (string | null)[];
  format?: string;
  example?: unknown;
}

function exampleOf(field: string, { type, enum: words, format, example }: Property): string {
  if (type === 'boolean') return 'true|false';
  if (words) return words.filter((word) => word !== null).join('|');
  const value: unknown = Array.isArray(example) ? example[0] : example;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (format === 'date-time') return '2030-01-01T00:00:00Z';
  // `URL` for imageUrl.
  return (/[A-Z]?[a-z0-9]+$/.exec(field)?.[0] ?? field).toUpperCase();
}

/** An example for each field of a schema: from the OpenAPI document, or else what the field's name ends with. */
export function exampleFields(schema: z.ZodObject): Map<string, string> {
  const document = new OpenAPIHono();
  document.openAPIRegistry.register('Fields', schema);
  const { components } = document.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } });
  const { properties = {} } = components?.schemas?.Fields as { properties?: Record<string, Property> };
  return new Map(Object.entries(properties).map(([field, property]) => [field, exampleOf(field, property)]));
}

/** An option as the help shows it. A shell takes some examples only in quotes. */
export function showOption(option: string, example: string, isSeveral: boolean): string {
  const quoted = /[\s#*?{}"&]/.test(example) ? `'${example}'` : example;
  return `[--${option} ${quoted}]${isSeveral ? '…' : ''}`;
}

/** Puts words into lines, of which all but the first are indented. */
export function wrap(words: readonly string[], indent: number): string {
  const lines = [' '.repeat(indent)];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`${' '.repeat(indent)} ${word}`);
  }
  return lines.join('\n').trimStart();
}
