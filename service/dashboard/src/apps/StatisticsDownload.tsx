import { DownloadLink } from './DownloadLink.tsx';
import { useDays } from '../ui/useDays.ts';

export function StatisticsDownload() {
  const { days } = useDays();
  return (
    <DownloadLink file="statistics.csv" values={{ ...days }}>
      What links brought
    </DownloadLink>
  );
}
