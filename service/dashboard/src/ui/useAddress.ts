// wouter's own useSearch decodes the address once more, so 100%25 becomes 100%.
import { navigate, useSearch } from 'wouter/use-browser-location';

/** Parameters that links to other pages keep: the app, the days and the filters. */
const KEPT = [
  ...['app', 'days', 'from', 'to', 'compare', 'attribution', 'sales'],
  ...['campaign', 'source', 'medium', 'link', 'tag', 'platform', 'browser', 'country', 'system'],
];

/** Null removes a parameter. */
export type AddressValues = Readonly<Record<string, string | null>>;

function change(params: URLSearchParams, values: AddressValues): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

function withQuery(path: string, params: URLSearchParams): string {
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}

/** The address holds what a page shows, so a reload and a shared address show the same. */
export function useAddress() {
  const params = new URLSearchParams(useSearch());
  return {
    params,
    set: (values: AddressValues) => {
      const { pathname, search, hash } = window.location;
      navigate(withQuery(pathname, change(new URLSearchParams(search), values)) + hash, { replace: true });
    },
  };
}

/** Returns the address of another page, with these parameters. */
export function usePlace(): (path: string, values?: AddressValues) => string {
  const search = useSearch();
  return (path, values = {}) => {
    const now = new URLSearchParams(search);
    const kept = new URLSearchParams();
    for (const name of KEPT) {
      const value = now.get(name);
      if (value !== null) kept.set(name, value);
    }
    return withQuery(path, change(kept, values));
  };
}
