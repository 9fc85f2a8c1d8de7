export type ProblemField = { name: string; message: string };

export function problemBody(code: string, message: string, fields?: ProblemField[]) {
  return { error: fields ? { code, message, fields } : { code, message } };
}
