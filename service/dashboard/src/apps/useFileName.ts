import { useDays, type Days } from '../ui/useDays.ts';
import { useCurrentApp } from './currentApp.ts';

/** Names a file after the app, what is in it, and its dates: those of the page, or null for what has none. */
export function useFileName(): (what: string, days?: Days | null) => string {
  const { app } = useCurrentApp();
  const { days: shown } = useDays(app.timeZone);
  return (what, days = shown) => `${app.id}-${what}${days === null ? '' : `-${days.from}-to-${days.to}`}.csv`;
}
