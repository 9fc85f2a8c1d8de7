import { DownloadLink } from './DownloadLink.tsx';
import { useDays } from '../ui/useDays.ts';
import { useCurrentApp } from './currentApp.ts';

export function StatisticsDownload() {
  const { app } = useCurrentApp();
  const { days } = useDays(app.timeZone);
  return (
    <DownloadLink file="statistics.csv" values={{ ...days }}>
      What links brought
    </DownloadLink>
  );
}
