import { Problem, type FieldProblem } from '../api/Problem.ts';

/** A line with a name. `start` and `end` are offsets in the whole text. */
export interface Line {
  /** Counted from 1, as editors do. */
  number: number;
  name: string;
  start: number;
  end: number;
}

/** The lines with names. A name that is repeated counts only on its first line. */
export function linesIn(text: string): Line[] {
  const lines = new Map<string, Line>();
  let start = 0;
  text.split('\n').forEach((written, index) => {
    const name = written.trim();
    const end = start + written.length;
    if (name !== '' && !lines.has(name)) lines.set(name, { number: index + 1, name, start, end });
    start = end + 1;
  });
  return [...lines.values()];
}

export interface Mistake {
  name: string;
  field: string;
  message: string;
}

/** Where the service names the faulty name: in the field's name, or at the end of the message. */
const IN_FIELD = /^(?:names|links)\.(\d+)(?:\.|$)/;
const IN_MESSAGE = /, for names\.(\d+)$/;

/** Splits an error into what is wrong with single lines, and what with all of them, which the template causes. */
export function mistakesIn(error: unknown, names: readonly string[]): { ofLines: readonly Mistake[]; ofAll: unknown } {
  if (!(error instanceof Problem)) return { ofLines: [], ofAll: error };
  const found = error.fields.map(({ name: field, message }) => {
    const place = IN_FIELD.exec(field)?.[1] ?? IN_MESSAGE.exec(message)?.[1];
    const plain = { name: field, message: message.replace(IN_MESSAGE, '') };
    return { plain, name: place === undefined ? undefined : names[Number(place)] };
  });
  const isOfAll = ({ name, message }: FieldProblem) =>
    name.startsWith('template.') &&
    found.filter(({ plain }) => plain.name === name && plain.message === message).length >= names.length;
  const ofLines = found.flatMap(({ plain, name }) => {
    if (name === undefined || isOfAll(plain)) return [];
    const last = plain.name.split('.').at(-1) ?? '';
    return [{ name, field: /^\d+$/.test(last) ? 'name' : last, message: plain.message }];
  });
  const others = found.filter(({ plain, name }) => name === undefined || isOfAll(plain)).map(({ plain }) => plain);
  const once = [...new Map(others.map((field) => [JSON.stringify(field), field])).values()];
  const { status, code, message, retryAfterSeconds, count } = error;
  return { ofLines, ofAll: new Problem({ status, code, message, retryAfterSeconds, count, fields: once }) };
}
