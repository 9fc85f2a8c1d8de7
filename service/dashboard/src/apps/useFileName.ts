import { useDays, type Days } from '../ui/useDays.ts';
import { useCurrentApp } from './currentApp.ts';

/** Names a file after the app, what is in it, and its dates; by default those of the page. */
export function useFileName(): (what: string, days?: Days) => string {
  const { app } = useCurrentApp();
  const { days: shown } = useDays(app.timeZone);
  return (what, { from, to } = shown) => `${app.id}-${what}-${from}-to-${to}.csv`;
}
