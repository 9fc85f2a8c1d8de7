/** Three parts: the scheme and the user; the servers; the database and the options. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/i;

/** The service writes, so it can't use a read-only server; `any` is PostgreSQL's own default. */
const WRITING = [null, 'any', 'read-write', 'primary'];

/**
 * Returns a connection string for each server that `text` names: `postgres://user@one,two:5433/name` names two, as for
 * PostgreSQL's own tools. Returns null if the text is not a connection string.
 */
export function readDatabaseServers(text: string): string[] | null {
  const [, before = '', servers = '', behind = ''] = PARTS.exec(text) ?? [];
  const entries = servers.split(',');
  if (entries.length > 1 && entries.includes('')) return null;
  const urls = entries.map((server) => `${before}${server}${behind}`);
  const areRight = urls.every(
    (url) => URL.canParse(url) && WRITING.includes(new URL(url).searchParams.get('target_session_attrs'))
  );
  return before !== '' && areRight ? urls : null;
}
