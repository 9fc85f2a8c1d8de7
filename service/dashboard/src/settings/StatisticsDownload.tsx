import { DownloadLink } from '../apps/DownloadLink.tsx';
import { formatDay } from '../ui/times.ts';
import { useDays } from '../ui/useDays.ts';
import { useCurrentApp } from '../apps/currentApp.ts';

export function StatisticsDownload() {
  const { app } = useCurrentApp();
  const { days } = useDays(app.timeZone);
  return (
    <DownloadLink file="statistics.csv" values={{ ...days }}>
      Statistics by link, {formatDay(days.from)} to {formatDay(days.to)}
    </DownloadLink>
  );
}
