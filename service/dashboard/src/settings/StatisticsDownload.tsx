import { DownloadLink } from '../apps/DownloadLink.tsx';
import { useDays } from '../ui/useDays.ts';
import { useCurrentApp } from '../apps/currentApp.ts';

export function StatisticsDownload() {
  const { app } = useCurrentApp();
  const { days } = useDays(app.timeZone);
  return (
    <DownloadLink file="statistics.csv" values={{ ...days }}>
      Statistics by link
    </DownloadLink>
  );
}
