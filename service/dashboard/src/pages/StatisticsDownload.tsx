import { DownloadLink } from '../parts/DownloadLink.tsx';
import { useDays } from '../state/useDays.ts';

export function StatisticsDownload() {
  const { days } = useDays();
  return (
    <DownloadLink file="statistics.csv" values={{ ...days }}>
      What links brought
    </DownloadLink>
  );
}
