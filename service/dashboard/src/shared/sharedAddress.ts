import { formatCount } from '../ui/numbers.ts';
import type { Bound } from './requests.ts';

/** What a shared view is opened with. */
export interface SharedView {
  app: string;
  token: string;
  bound: Bound;
}

/** The filters that a view may be bound to. */
export const BOUNDS = ['link', 'campaign'] as const;

/** As many as a title can hold. */
const MAX_NAMED = 3;

/** What a view shows: some links, some campaigns, or some links in some campaigns. */
export function nameOfBound(bound: Bound): string {
  return BOUNDS.flatMap((name) => {
    const values = bound[name] ?? [];
    if (values.length === 0) return [];
    return [values.length > MAX_NAMED ? `${formatCount(values.length)} ${name}s` : values.join(', ')];
  }).join(' in ');
}

/** The token is behind the #, which no browser sends anywhere. */
export function sharedAddress(
  { app, token, bound }: SharedView,
  /** What it shows at first, such as its days. */
  shown: Readonly<Record<string, string>>
): string {
  const pairs = BOUNDS.flatMap((name) => (bound[name] ?? []).map((value) => [name, value]));
  const fragment = new URLSearchParams([['app', app], ['token', token], ...pairs]);
  const query = new URLSearchParams(shown).toString();
  return `${window.location.origin}/dashboard/shared${query && `?${query}`}#${fragment.toString()}`;
}

/** Null if the address lacks something. */
export function readSharedAddress(hash: string): SharedView | null {
  const params = new URLSearchParams(hash.slice(1));
  const [app, token] = [params.get('app'), params.get('token')];
  const bound: Bound = Object.fromEntries(
    BOUNDS.flatMap((name) => (params.has(name) ? [[name, params.getAll(name)] as const] : []))
  );
  return app && token && Object.keys(bound).length > 0 ? { app, token, bound } : null;
}
