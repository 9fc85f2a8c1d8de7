/** What a shared view is opened with. */
export interface SharedView {
  app: string;
  token: string;
  bound: Readonly<Record<string, readonly string[]>>;
}

/** The filters that a view may be bound to. */
const BOUNDS = ['link', 'campaign'] as const;

/** The token is behind the #, which no browser sends anywhere. */
export function sharedAddress(
  app: string,
  token: string,
  bound: Readonly<Record<string, readonly string[] | undefined>>,
  /** Which days it shows at first. */
  days: Readonly<Record<string, string>> = {}
): string {
  const pairs = Object.entries(bound).flatMap(([name, values = []]) => values.map((value) => [name, value]));
  const fragment = new URLSearchParams([['app', app], ['token', token], ...pairs]);
  const query = new URLSearchParams(days).toString();
  return `${window.location.origin}/dashboard/shared${query && `?${query}`}#${fragment.toString()}`;
}

/** Null if the address lacks something. */
export function readSharedAddress(hash: string): SharedView | null {
  const params = new URLSearchParams(hash.slice(1));
  const [app, token] = [params.get('app'), params.get('token')];
  const bound = Object.fromEntries(
    BOUNDS.flatMap((name) => (params.has(name) ? [[name, params.getAll(name)] as const] : []))
  );
  return app && token && Object.keys(bound).length > 0 ? { app, token, bound } : null;
}
