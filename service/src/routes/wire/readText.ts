import type { z } from '@hono/zod-openapi';

interface Wrapper {
  type: string;
  /** The schema of what may be null or left out. */
  innerType?: z.ZodType;
  /** The schema of what is read, before a transform. */
  in?: z.ZodType;
}

function kindOf(schema: z.ZodType): string {
  const { type, innerType, in: source } = schema.def as Wrapper;
  const inner = innerType ?? source;
  return inner ? kindOf(inner) : type;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The value that a cell of a file or an option of a command stands for, by the schema of its field: a number, true or
 * false, a list with commas, JSON, or the text itself. What can't be read stays a string, and the schema says what is
 * wrong.
 */
export function readText(schema: z.ZodType, text: string): unknown {
  switch (kindOf(schema)) {
    case 'number':
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'array':
      return text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
    case 'custom':
    case 'object':
    case 'record':
      return readJson(text);
    default:
      return text;
  }
}
