/** A text as SQL. Values belong into parameters; this is for statements that PostgreSQL takes without any. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
